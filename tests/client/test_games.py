"""Whole games of every title in the browser, up to the rematch; no page receives hidden data."""

from pathlib import Path

import pytest

from support.browser import NewGuest
from support.secrets import check_nothing_hidden_received

pytestmark = [pytest.mark.compiled]

GAMES = [
    # title, humans, options
    pytest.param(
        "Ghooost!",
        3,
        {"players": 4, "dawn": 4},
        marks=pytest.mark.xdist_group("client-1"),
    ),
    pytest.param(
        "Ghostbumpers",
        4,
        {"players": 4, "rounds": 3},
        marks=pytest.mark.xdist_group("client-2"),
    ),
    pytest.param("Rest in Peace", 2, {}, marks=pytest.mark.xdist_group("client-1")),
    pytest.param(
        "Graveyards, Ghosts & Haunted Houses",
        2,
        {"players": 3},
        marks=pytest.mark.xdist_group("client-2"),
    ),
]


@pytest.mark.parametrize(("title", "humans", "options"), GAMES)
def test_a_whole_game_and_a_rematch(
    new_guest: NewGuest,
    database: Path,
    title: str,
    humans: int,
    options: dict[str, int],
) -> None:
    guests = [new_guest() for _ in range(humans)]
    owner = guests[0]
    table = owner.open_table(title, **options)
    for number, each in enumerate(guests, 1):
        if each is not owner:
            each.go(f"/t/{table}")
        each.sit(number)
    if options.get("players", humans) > humans:
        owner.page.get_by_role("button", name="Bots for the rest").wait_for()
        owner.fill_with_bots()
    owner.start()
    for seed, each in enumerate(guests):
        each.wait_for_board().start_autopilot(seed)
    for each in guests:
        each.wait_for_result()
        assert each.stop_autopilot() > 3
    rankings = {each.page.locator(".ranks").inner_text().replace("you", "") for each in guests}
    assert len(rankings) == 1
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
        each.wait_for_board()
