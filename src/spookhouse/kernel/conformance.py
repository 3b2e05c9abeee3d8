"""The conformance suite: what every game of the house must keep, checked on random games. `spookhouse check` runs it.

A check is handed a game and a number of games to play, and raises `Broken` with the position at hand when a promise does not hold.
"""

import hashlib
import json
import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from itertools import groupby
from typing import Any

import numpy as np

from spookhouse.kernel.chance import key_from_seed, new_chance
from spookhouse.kernel.contract import Options
from spookhouse.kernel.errors import IllegalMove
from spookhouse.kernel.game import Game
from spookhouse.kernel.match import Match
from spookhouse.kernel.record import Record, replay

LONGEST = 100_000  # moves; a random game that is still on by then does not end
WORDS_A_STEP = 500  # texts of the vocabulary that are tried at a step, where there are more
STEPS_BETWEEN = 7  # the whole vocabulary is tried at every seventh step
WORLDS = 2  # imagined for each seat at a step


class Broken(AssertionError):
    """A promise that a game did not keep."""


def demand(holds: bool, promise: str, match: Match, detail: Any = "") -> None:
    if not holds:
        seeds = f"key {match.key.hex()}, after {len(match.moves)} moves"
        raise Broken(
            f"{match.game.name}: {promise} ({seeds}) {detail}\nposition: {json.dumps(match.position())}"
        )


# === RANDOM GAMES ===


def variants(game: Game, rng: random.Random) -> Iterator[Options]:
    """Options of random games: every number of players in turn, other options as they come."""
    while True:
        for players in range(game.min_players, game.max_players + 1):
            yield random_options(game, players, rng)


def random_options(game: Game, players: int, rng: random.Random) -> Options:
    """Options that the game accepts, drawn from the choices where an option lists them."""
    while True:
        given = {
            option.name: rng.choice(option.choices) for option in game.options if option.choices
        }
        given |= {
            option.name: rng.choice([None, *range(players)])
            for option in game.options
            if option.names_seat
        }
        try:
            return game.settled(given | {"players": players})
        except ValueError:
            continue


def random_games(game: Game, games: int, seed: int) -> Iterator[tuple[Match, random.Random]]:
    rng = random.Random(seed)
    options = variants(game, rng)
    for number in range(games):
        yield game.new(seed=seed * 1_000_003 + number, **next(options)), rng


def play_through(match: Match, rng: random.Random) -> Iterator[tuple[int, int]]:
    """Random legal moves to the end; yields each before it is played."""
    while match.waiting:
        demand(len(match.moves) < LONGEST, "the game ends", match)
        seat = rng.choice(match.waiting)
        actions = match.actions(seat)
        demand(bool(actions), f"seat {seat} owes a decision and has a legal move", match)
        action = rng.choice(actions)
        yield seat, action
        match.apply(seat, action)


def observers(match: Match) -> list[int | None]:
    return [*range(match.players), None]


# === THE CHECKS ===


def check_ends(game: Game, games: int) -> None:
    """Every game ends; whoever owes a decision has a legal move; nobody else has one; outcomes sum to zero."""
    for match, rng in random_games(game, games, 1):
        for _ in play_through(match, rng):
            idle = [seat for seat in range(match.players) if seat not in match.waiting]
            demand(match.outcome is None, "no outcome while the game is on", match)
            demand(
                not any(match.actions(seat) for seat in idle),
                "who owes no decision has no move",
                match,
            )
        outcome = match.outcome
        demand(outcome is not None, "a game that is over has an outcome", match)
        assert outcome is not None
        demand(abs(sum(outcome.returns)) < 1e-9, "returns sum to zero", match, outcome)
        demand(
            sorted(outcome.ranks)[0] == 1 and max(outcome.ranks) <= match.players,
            "ranks begin with 1",
            match,
            outcome,
        )


def check_notation(game: Game, games: int) -> None:
    """Every legal move has one text that reads back; no two moves share one."""
    for match, rng in random_games(game, games, 2):
        for seat, _ in play_through(match, rng):
            actions, texts = match.actions(seat), match.legal(seat)
            demand(
                [game.notation.read_move(text) for text in texts] == actions,
                "every legal text reads back",
                match,
                texts,
            )
            demand(
                len(set(texts)) == len(set(actions)) == len(actions),
                "each move is listed once",
                match,
                texts,
            )


def check_refusals(game: Game, games: int) -> None:
    """Every other move of the vocabulary is refused with a rule's number, and changes nothing; legal ones are explained by nothing."""
    for match, rng in random_games(game, games, 3):
        for seat, _ in play_through(match, rng):
            if len(match.moves) % STEPS_BETWEEN:
                continue
            legal = set(match.actions(seat))
            before = match.state.tobytes()
            for action in sampled(game.notation.VOCABULARY, rng):
                text = game.notation.write_move(action)
                refusal = match.why(seat, text)
                demand(
                    (refusal is None) == (action in legal),
                    f"{text}: explained if and only if it is illegal",
                    match,
                    refusal,
                )
                if refusal is not None:
                    demand(
                        refusal.rule.startswith(game.prefix + " "),
                        f"{text}: refused by a numbered rule",
                        match,
                        refusal,
                    )
                    demand(is_refused(match, seat, text), f"{text}: refused", match)
            demand(match.state.tobytes() == before, "a refused move changes nothing", match)


def sampled(vocabulary: Any, rng: random.Random) -> Any:
    return vocabulary if len(vocabulary) <= WORDS_A_STEP else rng.sample(vocabulary, WORDS_A_STEP)


def is_refused(match: Match, seat: int, text: str) -> bool:
    try:
        match.play(seat, text)
    except IllegalMove:
        return True
    return False


def check_positions(game: Game, games: int) -> None:
    """Every position, written out as JSON and loaded again, is equal field by field and byte for byte."""
    for match, rng in random_games(game, games, 4):
        for _ in play_through(match, rng):
            same_when_loaded(game, match)
        same_when_loaded(game, match)


def same_when_loaded(game: Game, match: Match) -> None:
    position = match.position()
    loaded = game.load(json.loads(json.dumps(position)), seed=match.key)
    demand(loaded.position() == position, "load(position()) equals itself", match)
    demand(
        loaded.state.tobytes() == match.state.tobytes(),
        "a loaded record is the same byte for byte",
        match,
    )
    demand(
        loaded.waiting == match.waiting and loaded.outcome == match.outcome,
        "a loaded match stands where it stood",
        match,
    )


def check_pieces(game: Game, games: int) -> None:
    """No piece appears or disappears."""
    for match, rng in random_games(game, games, 5):
        pieces = game.notation.count_pieces(match.state)
        for _ in play_through(match, rng):
            demand(game.notation.count_pieces(match.state) == pieces, "pieces are conserved", match)
        demand(game.notation.count_pieces(match.state) == pieces, "pieces are conserved", match)


def check_secrets(game: Game, games: int) -> None:
    """For every seat and a spectator, at every step: a world imagined from the concealed record conceals to the same bytes, offers the same
    moves, gives the same reasons and shows the same view."""
    for match, rng in random_games(game, games, 6):
        chance = new_chance(key_from_seed(len(match.key)))[0]
        for _ in play_through(match, rng):
            for observer in observers(match):
                for _ in range(WORLDS):
                    same_to_observer(match, imagined(match, observer, chance), observer, rng)


def imagined(match: Match, observer: int | None, chance: Any) -> Match:
    """The same match in a world that the observer cannot tell from the real one."""
    seat = -1 if observer is None else observer
    world = match.copy()
    match.game.rules.conceal(world.state, seat)
    match.game.rules.imagine(world.state, seat, chance)
    world.refresh()
    return world


def same_to_observer(match: Match, world: Match, observer: int | None, rng: random.Random) -> None:
    demand(
        world.concealed(observer).tobytes() == match.concealed(observer).tobytes(),
        f"conceal(imagine(conceal)) for {observer}",
        match,
    )
    demand(
        world.view(observer) == match.view(observer),
        f"the view of {observer} shows nothing hidden",
        match,
    )
    demand(
        world.game.notation.count_pieces(world.state)
        == match.game.notation.count_pieces(match.state),
        "imagined worlds are complete",
        match,
    )
    demand(world.waiting == match.waiting, f"{observer} knows who owes a decision", match)
    if observer is not None:
        demand(
            world.actions(observer) == match.actions(observer),
            f"legal moves of {observer} follow from what it knows",
            match,
        )
        action = rng.choice(match.game.notation.VOCABULARY)
        text = match.game.notation.write_move(action)
        demand(
            world.why(observer, text) == match.why(observer, text),
            f"reasons given to {observer} show nothing hidden",
            match,
            text,
        )


def check_events(game: Game, games: int) -> None:
    """A move that leaves an observer with the same knowledge in the real world and in an imagined one shows that observer the same events;
    where a new round was dealt, from the deal on, for what the old one showed at its end is swept away."""
    for match, rng in random_games(game, games, 7):
        chance = new_chance(key_from_seed(7))[0]
        for seat, action in play_through(match, rng):
            for observer in observers(match):
                for _ in range(WORLDS):
                    same_events(match, imagined(match, observer, chance), observer, seat, action)


def same_events(match: Match, world: Match, observer: int | None, seat: int, action: int) -> None:
    if action not in world.actions(seat):
        return
    after, elsewhere = match.copy(), world
    after.apply(seat, action)
    elsewhere.apply(seat, action)
    if after.concealed(observer).tobytes() != elsewhere.concealed(observer).tobytes():
        return
    demand(
        remembered(after, observer) == remembered(elsewhere, observer),
        f"events show {observer} nothing hidden",
        match,
        game_text(match, action),
    )


def remembered(match: Match, observer: int | None) -> list[str]:
    """The events that the observer saw, from the last one on that swept the table; of secrets told in a row (cards drawn) the order is forgotten."""
    sweeping = {kind.name for kind in match.game.wording.EVENTS.values() if kind.sweeps}
    seen = match.events_for(observer)
    swept = [place for place, event in enumerate(seen) if event["event"] in sweeping]
    runs = groupby(
        seen[swept[-1] :] if swept else seen, lambda event: (event["event"], "seen_by" in event)
    )
    return [
        text
        for (_, secret), run in runs
        for text in (sorted(map(str, run)) if secret else map(str, run))
    ]


def game_text(match: Match, action: int) -> str:
    return match.game.notation.write_move(action)


def check_telling(game: Game, games: int) -> None:
    """Every event reads as a sentence, for everybody who may see it."""
    for match, rng in random_games(game, games, 8):
        for _ in play_through(match, rng):
            demand(
                all(isinstance(line, str) for line in match.tell(everything=True)),
                "events are told",
                match,
            )
            demand(len(match.event_rows) <= game.rules.TAPE_ROWS, "the tape is long enough", match)
        demand(bool(match.tell(everything=True)), "the last move is told", match)


def check_replay(game: Game, games: int) -> None:
    """A record replays to the same bytes; the same seed deals the same match."""
    for match, rng in random_games(game, games, 9):
        for _ in play_through(match, rng):
            pass
        again = replay(game, Record.from_json(json.loads(json.dumps(Record.of(match).to_json()))))
        demand(
            again.state.tobytes() == match.state.tobytes(),
            "a record replays to the same bytes",
            match,
        )


def check_features(game: Game, games: int) -> None:
    """`observe` fills its array with finite numbers, the same for the true and an imagined world."""
    for match, rng in random_games(game, games, 10):
        chance = new_chance(key_from_seed(10))[0]
        for seat, _ in play_through(match, rng):
            real, dreamt = (
                np.full(game.rules.FEATURES, np.nan, np.float32),
                np.full(game.rules.FEATURES, np.nan, np.float32),
            )
            game.rules.observe(match.concealed(seat), seat, real)
            game.rules.observe(imagined(match, seat, chance).concealed(seat), seat, dreamt)
            demand(bool(np.isfinite(real).all()), "features are finite numbers", match)
            demand(real.tobytes() == dreamt.tobytes(), "features show nothing hidden", match)


def check_interpreted(game: Game, games: int) -> None:
    """Interpreted and compiled rules agree byte for byte, move for move."""
    command = [sys.executable, "-m", __name__, game.folder, str(games)]
    environment = os.environ | {"SPOOKHOUSE_INTERPRET": "1"}
    other = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)  # noqa: S603  our own module
    if other.returncode:
        raise Broken(f"{game.name}: the interpreted run failed\n{other.stderr}")
    if other.stdout.split() != digests(game, games):
        raise Broken(
            f"{game.name}: interpreted and compiled rules disagree; compare `{' '.join(command[1:])}` in both ways of running"
        )


def digests(game: Game, games: int) -> list[str]:
    """One hash a random game, over every state, legal list, event row, concealed record and chance on its way."""
    return [digest(match, rng) for match, rng in random_games(game, games, 11)]


def digest(match: Match, rng: random.Random) -> str:
    way = hashlib.sha256()
    for seat, _ in play_through(match, rng):
        way.update(
            match.state.tobytes() + match.event_rows.tobytes() + str(match.actions(seat)).encode()
        )
        way.update(match.concealed(seat).tobytes() + match.chance.tobytes())
    way.update(match.state.tobytes() + str(match.outcome).encode())
    return way.hexdigest()


@dataclass(frozen=True)
class Check:
    """A check, and how many games it plays at the normal effort."""

    name: str
    run: Callable[[Game, int], None]
    games: int

    @property
    def promise(self) -> str:
        return " ".join((self.run.__doc__ or "").split())


CHECKS = (
    Check("ends", check_ends, 40),
    Check("notation", check_notation, 20),
    Check("refusals", check_refusals, 5),
    Check("positions", check_positions, 15),
    Check("pieces", check_pieces, 20),
    Check("secrets", check_secrets, 8),
    Check("events", check_events, 8),
    Check("telling", check_telling, 20),
    Check("replay", check_replay, 40),
    Check("features", check_features, 15),
    Check("interpreted", check_interpreted, 10),
)


if __name__ == "__main__":
    print("\n".join(digests(import_module(sys.argv[1]).GAME, int(sys.argv[2]))))
