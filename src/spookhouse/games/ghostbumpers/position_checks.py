"""Find contradictions in a position of Ghostbumpers whose parts are all well-formed."""

from collections.abc import Iterator

from spookhouse.games.ghostbumpers import rules
from spookhouse.games.ghostbumpers.pieces import CHARACTER
from spookhouse.games.ghostbumpers.positions import PHASES, seats_in_trick
from spookhouse.kernel.contract import State


def find_contradictions(state: State) -> Iterator[str]:
    """Yield contradictions in a position whose pieces are all there."""
    yield from find_choice_defects(state)
    if state.target == 0 and state.round_number > state.rounds:
        yield f"round is {state.round_number}, but the game has {state.rounds} (GB 6.1)"
    if state.phase == rules.SCARE_LEVELS:
        yield from find_scare_defects(state)
    elif state.phase == rules.TRICKS:
        yield from find_play_defects(state)
    elif state.phase == rules.DROPPING:
        yield from find_drop_defects(state)
    else:
        yield from find_ending_defects(state)


# === FIELDS THAT DEPEND ON THE PHASE ===


def find_choice_defects(state: State) -> Iterator[str]:
    """Yield fields that are filled in a phase without use for them, and fields that are missing."""
    phase = int(state.phase)
    if phase in (rules.SCARE_LEVELS, rules.DROPPING) and state.turn != rules.NOBODY:
        yield f"turn is {state.turn}, expected null while several seats choose"
    if phase in (rules.TRICKS, rules.OVER) and state.turn == rules.NOBODY:
        yield "turn is None, expected a seat"
    if phase != rules.DROPPING and (state.owed or (state.dropped != rules.NOT_YET).any()):
        yield (
            "owed and dropped belong to phase 'drop' (GB 3.5): "
            f"expected 0 and nulls in phase '{PHASES[phase]}'"
        )
    if phase in (rules.SCARE_LEVELS, rules.OVER) and state.trick_counts.any():
        yield f"trick is not empty, but no trick is played in phase '{PHASES[phase]}'"
    missing = [seat for seat in range(int(state.players)) if state.above[seat] == rules.NOT_YET]
    if phase != rules.SCARE_LEVELS and missing:
        yield (
            f"characters[{missing[0]}].above is null, "
            "but all scare levels are set before the first trick (GB 2.2)"
        )


# === THE PHASES ===


def find_scare_defects(state: State) -> Iterator[str]:
    """Yield reasons why scare levels cannot be due."""
    if state.leader != state.starter:
        yield (
            f"leader is {state.leader}, expected the starter ({state.starter}) "
            "in phase 'scare' (GB 2.3)"
        )
    if (state.characters[: state.players] != CHARACTER).any():
        yield f"every character deck has {CHARACTER} cards in phase 'scare' (GB 1.3)"
    if not state.owing:
        yield "every scare level is set: expected phase 'play' (GB 2.3)"
    if rules.are_hands_empty(state):
        yield "no seat holds a card: expected hands of 9 (GB 2.1)"


def find_play_defects(state: State) -> Iterator[str]:
    """Yield reasons why the trick cannot go on with this turn."""
    if rules.are_hands_empty(state):
        yield "no seat holds a card: the round is over (GB 2.3)"
        return
    played = seats_in_trick(state)
    yield from find_gaps(state, played)
    following = int(rules.next_to_play(state, played[-1]) if played else rules.first_to_play(state))
    if following == rules.NOBODY:
        yield "everybody has played: the trick is over (GB 3.1)"
    elif state.turn not in (rules.NOBODY, following):
        yield (
            f"turn is {state.turn}, expected {following}: "
            f"from the leader ({state.leader}) to the left (GB 3.1)"
        )


def find_gaps(state: State, played: list[int]) -> Iterator[str]:
    """Yield the seats that hold cards and were left out of the trick."""
    players, leader = int(state.players), int(state.leader)
    if not played:
        return
    for seat in ((leader + i) % players for i in range((played[-1] - leader) % players)):
        if seat not in played and state.hand_sizes[seat] > 0:
            yield f"trick has no entry of seat {seat}, whose turn is over (GB 3.1)"


def find_drop_defects(state: State) -> Iterator[str]:
    """Yield reasons why dropping cannot be due."""
    played = seats_in_trick(state)
    if not played:
        yield "trick is empty, but in phase 'drop' its last seat is drawing (GB 3.5)"
    if state.deck_size or state.discard_size:
        yield "deck and discard must be empty in phase 'drop' (GB 3.4, 3.5)"
    if not state.owing:
        yield "nobody has a card to drop: expected phase 'play' (GB 3.5)"
    yield from find_gaps(state, played)


def find_ending_defects(state: State) -> Iterator[str]:
    """Yield reasons why the game cannot be over."""
    if rules.is_last_round(state):
        return
    if state.target:
        yield f"phase is 'over' but nobody has {state.target} points (GB 6.2)"
    else:
        yield f"phase is 'over' in round {state.round_number} of {state.rounds} (GB 6.1)"
