"""Whole games of every title through the page: create, join by link, play to the end, rematch; nothing hidden ever reaches a browser."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from support.browser import Guest
from support.secrets import check_nothing_hidden_received

pytestmark = [pytest.mark.compiled]

TITLES = [
    # title, name, people, options
    pytest.param(
        "Ghooost!",
        "ghooost",
        3,
        {"players": 4, "dawn": 4},
        marks=pytest.mark.xdist_group("client-1"),
    ),
    pytest.param(
        "Ghostbumpers",
        "ghostbumpers",
        4,
        {"players": 4, "rounds": 3},
        marks=pytest.mark.xdist_group("client-2"),
    ),
    pytest.param(
        "Rest in Peace", "rest-in-peace", 2, {}, marks=pytest.mark.xdist_group("client-1")
    ),
    pytest.param(
        "Graveyards, Ghosts & Haunted Houses",
        "graveyards",
        2,
        {"players": 3},
        marks=pytest.mark.xdist_group("client-2"),
    ),
]


@pytest.mark.parametrize(("title", "name", "people", "options"), TITLES)
def test_a_whole_game_and_a_rematch(
    guest: Callable[..., Guest],
    database: Path,
    title: str,
    name: str,
    people: int,
    options: dict[str, Any],
) -> None:
    guests = [guest() for _ in range(people)]
    owner = guests[0]
    table = owner.open_table(title, **options)
    for number, each in enumerate(guests, 1):
        if each is not owner:
            each.go(f"/t/{table}")
        each.sit(number)
    if options.get("players", people) > people:
        owner.page.get_by_role("button", name="Bots for the rest").wait_for()
        owner.fill_with_bots()
    owner.start()
    for seed, each in enumerate(guests):
        each.at_the_board().pilot(seed)
    for each in guests:
        each.until_over()
        assert each.rest() > 3
    titles = {each.page.locator(".ranks").inner_text().replace("you", "") for each in guests}
    assert len(titles) == 1
    for seat, each in enumerate(guests):
        check_nothing_hidden_received(database, table, seat, each.received)
    for each in guests:
        each.page.get_by_role("button", name="Play again").or_(
            each.page.get_by_role("button", name="To the rematch")
        ).first.click()
        each.page.locator(".lobby").wait_for()
    assert len({each.table for each in guests} - {table}) == 1
    owner.start()
    for each in guests:
        each.at_the_board()
