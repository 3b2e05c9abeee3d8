"""Secrecy on the wire: what a socket receives is the same, byte for byte, had the hidden cards lain otherwise."""

import random
from itertools import cycle, islice
from typing import Any

import pytest

from proof.effort import count, note
from proof.pinned import slowness
from proof.twins import ROUNDS, Leak, Twins
from spookhouse.games import FOLDERS, game
from spookhouse.kernel.conformance import option_variants

pytestmark = [pytest.mark.compiled, pytest.mark.xdist_group("proof-wire")]

GAMES = count("wire", 1, 60)  # of every title
STEPS = count("wire_steps", 60, 200)  # moves, or changes of the observer, a game
TIMED = count("timing", 30, 300)  # of every question, in each world and round
WORDS = 3  # moves that are asked about between two moves


def watch_a_game(twins: Twins, steps: int = STEPS, words: int = WORDS) -> None:
    """A random game, seen by every seat and a spectator in turn; raises `Leak` if one of them could learn anything."""
    observers = cycle([*range(twins.players), None])
    twins.part(next(observers))
    for step in range(steps):
        if not twins.true.waiting:
            break
        twins.probe(words)
        same = twins.play()
        if twins.true.waiting and (not same or step % 5 == 4):
            twins.part(next(observers))
        if twins.true.waiting and step % 10 == 0:
            twins.pages()


@pytest.mark.parametrize("name", FOLDERS)
def test_nobody_is_told_what_is_hidden(name: str) -> None:
    title = game(name)
    options = islice(
        option_variants(title, random.Random(1)), (title.max_players - title.min_players) // 2, None
    )  # not always the fewest who can play
    for number in range(GAMES):
        twins = Twins(name, seed=number, options=next(options))
        try:
            watch_a_game(twins)
        finally:
            twins.close()
        assert twins.counted["other worlds"] > 3, "the worlds were the same: nothing was tried"
        assert twins.counted["messages"] > 50
        assert twins.counted["bytes searched"] > 10_000
        how = "two servers, same clock and chance, every request to both; a seat's or spectator's socket compared byte for byte"
        note("leaks", f"{name}: the wire in imagined worlds", how, games=1, **twins.counted)


@pytest.mark.parametrize(
    "leak",
    [
        "view",
        "event",
        "reason",
        "order",
        "number",
        "log",
        "hint",
        "state",
        "replay",
        "record",
        "metrics",
    ],
)
def test_planted_leaks_are_caught(leak: str) -> None:
    """A check that cannot fail proves nothing: each of these must be noticed, in one of two games at the latest."""
    for number, name in enumerate(("ghooost", "rest-in-peace")):
        twins = Twins(name, seed=number, leak=leak)
        try:
            watch_a_game(twins, words=6)
        except Leak:
            note(
                "leaks",
                "planted leaks that were caught",
                "in views, events, reasons, order, number, log, hints, states, replays, records, metrics",
                leaks=1,
            )
            return
        finally:
            twins.close()
    pytest.fail(f"nobody noticed that the {leak} tells everything")


def timed(twins: Twins) -> dict[str, float]:
    """By how much the answers to some questions differ in time between two worlds, as a part of the time."""
    forbidden = next(move for move in twins.vocabulary if move not in twins.true.legal(0))
    refused = {"do": "move", "seat": 0, "version": twins.true.players, "move": forbidden}
    questions: dict[str, dict[str, Any]] = {
        "the whole view": {"ask": "watch", "seat": 0},
        "why a move is forbidden": {"ask": "why", "seat": 0, "move": forbidden},
        "a move that is refused": {"ask": "do", "command": refused},
    }
    return {words: twins.apart(question, TIMED) for words, question in questions.items()}


@pytest.mark.parametrize("name", FOLDERS)
def test_timing_as_far_as_it_can_be_measured(name: str) -> None:
    """The same questions in two worlds, in turn: the times lie close. Smaller differences than the noise of a busy machine cannot be seen."""
    twins = Twins(name, seed=3)
    try:
        for _ in range(8):
            twins.part(0)
            twins.play()
        twins.part(0)
        apart = timed(twins)
    finally:
        twins.close()
    how = f"{', '.join(apart)}, alternating; medians of rounds, and of those the median; the largest difference"
    note(
        "leaks",
        "timing in two worlds",
        how,
        requests=2 * ROUNDS * TIMED * len(apart),
        apart_percent=round(100 * max(apart.values()), 1),
    )
    assert max(apart.values()) < 0.5, apart


def test_a_house_that_takes_its_time_is_caught() -> None:
    twins = Twins("ghooost", seed=3, leak="time")
    try:
        twins.part(0)
        while slowness(twins.true) == slowness(twins.twin):
            twins.part(0)
        assert max(timed(twins).values()) > 0.5
    finally:
        twins.close()
