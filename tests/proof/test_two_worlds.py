"""Secrecy on the wire: a client receives the same bytes, wherever the hidden cards lie."""

import random
from collections.abc import Sequence
from itertools import cycle, islice

import pytest

from proof.pinned import slowness
from proof.proof_runs import record_run, repetitions
from proof.twin_servers import TIMING_ROUNDS, Leak, TwinServers
from spookhouse.games import FOLDERS, game
from spookhouse.kernel.conformance import option_variants
from spookhouse.remote.messages import Json

pytestmark = [pytest.mark.compiled, pytest.mark.xdist_group("proof-secrecy")]

GAMES = repetitions("secret_games", 1, 60)  # of every title
STEPS = repetitions("secret_steps", 60, 200)  # moves or changes of the observer, in each game
SHARED_GAMES = repetitions("shared_games", 1, 30)  # of every title, with a shared device
SHARED_STEPS = repetitions("shared_steps", 25, 200)
TIMED = repetitions("timing", 30, 300)  # requests of each kind, in each world and round
QUESTIONS = 3  # moves that are asked about between two moves
LEAKS = (
    "view",
    "event",
    "reason",
    "refusal",
    "order",
    "number",
    "log",
    "hint",
    "state",
    "replay",
    "record",
    "metrics",
)


def play_and_compare(
    twins: TwinServers, questions: int = QUESTIONS, seats: Sequence[int | None] = (), steps: int = 0
) -> None:
    """Play a random game, observed by some seats in turn, or by every seat and a spectator.

    Raise `Leak` if one of them could learn anything.
    """
    observers = cycle(seats or [*range(twins.players), None])
    twins.diverge(next(observers))
    for step in range(steps or STEPS):
        if not twins.true.waiting:
            break
        twins.ask_everything(questions)
        is_same = twins.play()
        if twins.true.waiting and (not is_same or step % 5 == 4):
            twins.diverge(next(observers))
        if twins.true.waiting and step % 10 == 0:
            twins.compare_pages()


@pytest.mark.parametrize("name", FOLDERS)
def test_nothing_hidden_is_sent(name: str) -> None:
    title = game(name)
    # Not always the fewest players.
    first = (title.max_players - title.min_players) // 2
    options = islice(option_variants(title, random.Random(1)), first, None)
    for number in range(GAMES):
        twins = TwinServers(name, seed=number, options=next(options))
        try:
            play_and_compare(twins)
        finally:
            twins.close()
        assert twins.counted["other worlds"] > 3, "the worlds were the same"
        assert twins.counted["messages"] > 50
        assert twins.counted["bytes searched"] > 10_000
        assert twins.counted["illegal moves refused"] > 3, twins.counted
        how = (
            "two servers with the same clock and chance, every request to both; "
            "what one seat or spectator receives, compared byte for byte"
        )
        record_run("leaks", f"{name}: the wire in imagined worlds", how, games=1, **twins.counted)


@pytest.mark.parametrize("name", FOLDERS)
def test_several_seats_of_a_device_are_kept_apart(name: str) -> None:
    """A guest watches two own seats, one after the other on one connection.

    While one is watched, the messages are the same wherever the cards of the other lie.
    """
    for number in range(SHARED_GAMES):
        twins = TwinServers(name, seed=100 + number, is_shared=True)
        try:
            play_and_compare(twins, questions=1, seats=(0, 1), steps=SHARED_STEPS)
        finally:
            twins.close()
        assert twins.counted["other worlds"] > 3, "the worlds were the same"
        assert twins.counted["messages"] > 20
        how = "a guest with two seats watches one after the other; compared byte for byte"
        record_run("leaks", f"{name}: two seats on one device", how, games=1, **twins.counted)


def test_a_planted_leak_between_seats_is_caught() -> None:
    twins = TwinServers("ghooost", seed=100, leak="seats", is_shared=True)
    try:
        with pytest.raises(Leak):
            play_and_compare(twins, questions=0, seats=(0, 1))
    finally:
        twins.close()


@pytest.mark.parametrize("leak", LEAKS)
def test_planted_leaks_are_caught(leak: str) -> None:
    """Each leak must be noticed in one of two games."""
    for number, name in enumerate(("ghooost", "rest-in-peace")):
        twins = TwinServers(name, seed=number, leak=leak)
        try:
            play_and_compare(twins, questions=6)
        except Leak:
            how = f"in {', '.join(LEAKS)}"
            record_run("leaks", "planted leaks that were caught", how, leaks=1)
            return
        finally:
            twins.close()
    pytest.fail(f"the leak {leak} was not noticed")


def time_differences(twins: TwinServers) -> dict[str, float]:
    """Return by which part the times of some answers differ between two worlds."""
    illegal = next(move for move in twins.vocabulary if move not in twins.true.legal(0))
    command = twins.illegal_move(0, illegal)
    questions: dict[str, Json] = {
        "the whole view": {"ask": "watch", "seat": 0},
        "why a move is illegal": {"ask": "why", "seat": 0, "move": illegal},
        "a refused move": {"ask": "do", "command": command},
    }
    return {name: twins.time_difference(each, TIMED) for name, each in questions.items()}


@pytest.mark.parametrize("name", FOLDERS)
def test_answers_take_the_same_time(name: str) -> None:
    """Compare times in two worlds; differences below the noise of the machine stay invisible."""
    twins = TwinServers(name, seed=3)
    try:
        for _ in range(8):
            twins.diverge(0)
            twins.play()
        play_until_turn(twins, 0)
        differences = time_differences(twins)
    finally:
        twins.close()
    how = (
        f"{', '.join(differences)}, alternating; the median of the medians of all rounds; "
        "the largest difference"
    )
    record_run(
        "leaks",
        "timing in two worlds",
        how,
        requests=2 * TIMING_ROUNDS * TIMED * len(differences),
        apart_percent=round(100 * max(differences.values()), 1),
    )
    assert max(differences.values()) < 0.5, differences


def play_until_turn(twins: TwinServers, seat: int) -> None:
    """Play on until a seat owes a decision, and let it be the observer."""
    twins.diverge(seat)
    for _ in range(100):
        if seat in twins.true.waiting:
            return
        twins.play()
        twins.diverge(seat)
    pytest.fail(f"seat {seat} never owes a decision")


def test_a_planted_delay_is_caught() -> None:
    twins = TwinServers("ghooost", seed=3, leak="time")
    try:
        twins.diverge(0)
        while slowness(twins.true) == slowness(twins.imagined):
            twins.diverge(0)
        assert max(time_differences(twins).values()) > 0.5
    finally:
        twins.close()
