"""Secrecy on the wire: what a socket receives is the same, byte for byte, had the hidden cards lain otherwise."""

import statistics
import time
from itertools import cycle

import pytest

from proof.effort import count, note
from proof.twins import Leak, Twins
from spookhouse.games import FOLDERS, game

pytestmark = [pytest.mark.compiled, pytest.mark.xdist_group("proof-wire")]

GAMES = count("wire", 1, 60)  # of every title
STEPS = count("wire_steps", 60, 200)  # moves, or changes of the observer, a game
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
        if step % 10 == 0:
            twins.pages()
    if twins.true.waiting:
        twins.search()


@pytest.mark.parametrize("name", FOLDERS)
def test_nobody_is_told_what_is_hidden(name: str) -> None:
    for number in range(GAMES):
        few, many = game(name).min_players, game(name).max_players
        twins = Twins(name, seed=number, players=few + number % (many - few + 1))
        try:
            watch_a_game(twins)
        finally:
            twins.close()
        assert twins.counted["other worlds"] > 3, "the worlds were the same: nothing was tried"
        assert twins.counted["messages"] > 50
        how = "two servers, same clock and chance, every request to both; a seat's or spectator's socket compared byte for byte"
        note("leaks", f"{name}: the wire in imagined worlds", how, games=1, **twins.counted)


@pytest.mark.parametrize("leak", ["view", "event", "reason", "order", "number", "log", "hint"])
def test_planted_leaks_are_caught(leak: str) -> None:
    """A check that cannot fail proves nothing: each of these must be noticed, in one of two games at the latest."""
    for number, name in enumerate(("ghooost", "rest-in-peace")):
        twins = Twins(name, seed=number, leak=leak)
        try:
            watch_a_game(twins, words=6)
        except Leak:
            note("leaks", "planted leaks that were caught", "in views, events, reasons, order, number, log, hints", leaks=1)
            return
        finally:
            twins.close()
    pytest.fail(f"nobody noticed that the {leak} tells everything")


def test_timing_as_far_as_it_can_be_measured() -> None:
    """The same question in two worlds, in turn: the medians lie close. Smaller differences than the noise of a busy machine cannot be seen."""
    twins = Twins("rest-in-peace", seed=3)
    try:
        for _ in range(8):
            twins.part(0)
            twins.play()
        twins.part(0)
        times: list[list[float]] = [[], []]
        for _ in range(count("timing", 300, 5000)):
            twins.number += 1
            for place, side in enumerate(twins.sides):
                started = time.perf_counter()
                side.ask(0, {"ask": "watch", "id": twins.number, "table": twins.table, "seat": 0})
                side.hear(0, twins.number)
                times[place].append(time.perf_counter() - started)
    finally:
        twins.close()
    medians = [statistics.median(each) * 1e6 for each in times]
    apart = abs(medians[0] - medians[1]) / min(medians)
    note(
        "leaks",
        "timing of a whole view in two worlds",
        "medians of alternating requests",
        requests=2 * len(times[0]),
        apart_percent=round(100 * apart, 1),
    )
    assert apart < 0.5, medians
