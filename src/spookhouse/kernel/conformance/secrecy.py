"""Checks that nobody learns what is hidden.

They compare the real match with a match in an imagined world that the observer cannot tell from the
real one.
"""

import random
from itertools import groupby

import numpy as np

from spookhouse.kernel.chance import key_from_seed, new_chance
from spookhouse.kernel.conformance.random_games import (
    observers,
    play_through,
    random_games,
    require,
)
from spookhouse.kernel.contract import Array, Chance
from spookhouse.kernel.game import Game
from spookhouse.kernel.match import Match

WORLDS = 2  # imagined for each observer at each step
REVEALING_WORLDS = 4  # imagined for each move


def imagine_match(match: Match, observer: int | None, chance: Chance) -> Match:
    """Return the match in an imagined world that the observer cannot tell from the real one."""
    seat = -1 if observer is None else observer
    world = match.copy()
    match.game.rules.conceal(world.state, seat)
    match.game.rules.imagine(world.state, seat, chance)
    world.refresh()
    return world


def check_secrets(game: Game, games: int) -> None:
    """Check that imagined worlds look like the real one to every seat and a spectator.

    At every step the concealed records, views, legal moves and refusals are the same.
    """
    for match, rng in random_games(game, games, 6):
        chance = new_chance(key_from_seed(len(match.key)))[0]
        for _ in play_through(match, rng):
            for observer in observers(match):
                for _ in range(WORLDS):
                    world = imagine_match(match, observer, chance)
                    check_observer(match, world, observer, rng)


def check_observer(match: Match, world: Match, observer: int | None, rng: random.Random) -> None:
    """Check that an observer sees the same in both worlds."""
    is_same_record = world.concealed(observer).tobytes() == match.concealed(observer).tobytes()
    require(is_same_record, f"conceal(imagine(conceal)) for {observer}", match)
    is_same_view = world.view(observer) == match.view(observer)
    require(is_same_view, f"the view of {observer} shows nothing hidden", match)
    count = match.game.notation.count_pieces
    is_complete = count(world.state) == count(match.state)
    require(is_complete, "imagined worlds are complete", match)
    require(world.waiting == match.waiting, f"{observer} knows which seats are waiting", match)
    if observer is not None:
        check_moves(match, world, observer, rng)


def check_moves(match: Match, world: Match, seat: int, rng: random.Random) -> None:
    """Check that a seat has the same legal moves and refusals in both worlds."""
    is_same = world.actions(seat) == match.actions(seat)
    require(is_same, f"legal moves of {seat} follow from what it knows", match)
    text = match.game.notation.write_move(rng.choice(match.game.notation.VOCABULARY))
    is_same = world.why(seat, text) == match.why(seat, text)
    require(is_same, f"refusals for {seat} show nothing hidden", match, text)


def check_events(game: Game, games: int) -> None:
    """Check that events show nothing beyond what their observers know after the move.

    If a move leaves an observer with the same knowledge in the real and in an imagined world, it
    shows that observer the same events. After the deal of a new round, only events from that deal
    on count: the old round is not part of the record any more.
    """
    for match, rng in random_games(game, games, 7):
        chance = new_chance(key_from_seed(7))[0]
        for seat, action in play_through(match, rng):
            for observer in observers(match):
                for _ in range(WORLDS):
                    world = imagine_match(match, observer, chance)
                    check_events_of_move(match, world, observer, seat, action)


def check_events_of_move(
    match: Match, world: Match, observer: int | None, seat: int, action: int
) -> None:
    """Check that a move shows an observer the same events in both worlds."""
    if action not in world.actions(seat):
        return
    after, elsewhere = match.copy(), world
    after.apply(seat, action)
    elsewhere.apply(seat, action)
    if after.concealed(observer).tobytes() != elsewhere.concealed(observer).tobytes():
        return
    is_same = remembered_events(after, observer) == remembered_events(elsewhere, observer)
    text = match.game.notation.write_move(action)
    require(is_same, f"events show {observer} nothing hidden", match, text)


def remembered_events(match: Match, observer: int | None) -> list[str]:
    """Return the events that an observer saw since the last one that cleared the table.

    The order of secret events in a row, such as drawn cards, does not matter.
    """
    clearing = {kind.name for kind in match.game.wording.EVENTS.values() if kind.sweeps}
    seen = match.events_for(observer)
    cleared = [place for place, event in enumerate(seen) if event["event"] in clearing]
    recent = seen[cleared[-1] :] if cleared else seen
    found: list[str] = []
    for (_, is_secret), run in groupby(recent, lambda each: (each["event"], "seen_by" in each)):
        texts = [str(event) for event in run]
        found += sorted(texts) if is_secret else texts
    return found


def check_reveals(game: Game, games: int) -> None:
    """Check that a move teaches its player nothing unless an event shows something, or chance did.

    Other moves leave their player with the same knowledge in every imagined world.
    """
    for match, rng in random_games(game, games, 11):
        chance = new_chance(key_from_seed(11))[0]
        for seat, action in play_through(match, rng):
            check_reveals_of_move(match, seat, action, chance, REVEALING_WORLDS)


def check_reveals_of_move(
    match: Match, seat: int, action: int, chance: Chance, worlds: int
) -> None:
    """Check that a move that reveals nothing has the same result in so many imagined worlds."""
    after = match.copy()
    after.apply(seat, action)
    if after.reveals(seat):
        return
    known = after.concealed(seat).tobytes()
    for _ in range(worlds):
        world = imagine_match(match, seat, chance)
        world.apply(seat, action)
        text = match.game.notation.write_move(action)
        is_same = world.concealed(seat).tobytes() == known
        require(is_same, f"a move that reveals nothing teaches {seat} nothing", match, text)


def check_features(game: Game, games: int) -> None:
    """Check that features are finite numbers, the same in the real and in an imagined world."""
    for match, rng in random_games(game, games, 10):
        chance = new_chance(key_from_seed(10))[0]
        for seat, _ in play_through(match, rng):
            real = features(match, seat)
            imagined = features(imagine_match(match, seat, chance), seat)
            require(bool(np.isfinite(real).all()), "features are finite numbers", match)
            is_same = real.tobytes() == imagined.tobytes()
            require(is_same, "features show nothing hidden", match)


def features(match: Match, seat: int) -> Array:
    """Return what `observe` writes for a seat."""
    found = np.full(match.game.rules.FEATURES, np.nan, np.float32)
    match.game.rules.observe(match.concealed(seat), seat, found)
    return found
