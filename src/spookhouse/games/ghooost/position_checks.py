"""Find contradictions in a position of Ghooost! whose parts are all well-formed."""

from collections.abc import Iterator
from dataclasses import dataclass

from spookhouse.games.ghooost import rules
from spookhouse.kernel.contract import State
from spookhouse.kernel.validation import Reader


@dataclass(frozen=True)
class Piles:
    """The cards of a position; a list of a list has one entry for each seat."""

    hands: list[list[int]]
    known: list[list[int]]
    mansions: list[list[int]]
    crypt: list[int]
    cemetery: list[int]
    kitties: int
    discard: list[int]


def find_contradictions(reader: Reader, state: State) -> Iterator[str]:
    """Yield contradictions among the parts that could be read."""
    if reader.sound("known"):
        yield from find_known_defects(state)
    if not reader.sound("left", "phase", "quiet"):
        return
    yield from find_leaving_defects(state)
    if state.phase == rules.TURN:
        yield from find_turn_defects(state, is_turn_sound=reader.sound("turn"))
    else:
        yield from find_ending_defects(state)
    if state.mode == rules.MATCH and reader.sound("scores", "boos", "last_boo"):
        yield from find_match_defects(state)


def find_known_defects(state: State) -> Iterator[str]:
    """Yield hands that do not hold the cards known to be there."""
    for seat in range(int(state.players)):
        if (state.known[seat] > state.hands[seat]).any():
            yield f"known[{seat}] lists cards that are not in hands[{seat}]"


# === LEAVING ===


def count_ghosts(state: State, seat: int) -> int:
    """Return the number of cards in the hand and the mansion of a seat."""
    return int(state.hand_sizes[seat]) + int(state.mansion_sizes[seat])


def find_leaving_defects(state: State) -> Iterator[str]:
    """GH 6.1 Yield seats that should have left, and seats that left with ghosts before dawn."""
    for seat in range(int(state.players)):
        ghosts, inside = count_ghosts(state, seat), bool(state.inside >> seat & 1)
        if inside and not ghosts:
            yield (
                f"seat {seat} holds no ghost in hand or mansion and must have left (GH 6.1): "
                f"expected {seat} in left"
            )
        if not inside and ghosts and (state.phase == rules.TURN or state.quiet == 0):
            yield f"seat {seat} has left but holds {ghosts} ghosts (GH 6.1)"


# === TURN AND ENDING ===


def find_turn_defects(state: State, *, is_turn_sound: bool) -> Iterator[str]:
    """Yield reasons why the round cannot go on."""
    inside = int(state.players) - int(state.left_count)
    if inside < 2:
        yield "one seat is left in the game: expected phase 'over' (GH 6.2)"
    if is_turn_sound and not state.inside >> state.turn & 1:
        yield f"turn is {state.turn}, but that seat has left the game"
    if state.dawn and state.quiet >= state.dawn * inside:
        yield f"quiet is {state.quiet}, but dawn breaks at {state.dawn * inside} (GH 6.3)"


def find_ending_defects(state: State) -> Iterator[str]:
    """Yield reasons why the game cannot be over."""
    if state.left_count != state.players - 1:
        yield (
            f"phase is 'over' but {state.players - state.left_count} seats have not left: "
            "expected one, the loser (GH 6.2)"
        )
    elif state.quiet > 0:
        yield from find_dawn_defects(state)


def find_dawn_defects(state: State) -> Iterator[str]:
    """GH 6.3 Yield reasons why dawn cannot have ended the game, as a quiet count implies."""
    seats = [*state.left[: state.left_count].tolist(), rules.last_inside(state)]
    ghosts = [count_ghosts(state, seat) for seat in seats]
    counted = [number for number in ghosts if number]
    if ghosts != [0] * (len(ghosts) - len(counted)) + sorted(counted):
        yield (
            "quiet is not 0, so dawn ended the round, "
            "but the seats did not leave fewest ghosts first (GH 6.3)"
        )
    elif not state.dawn or state.quiet != state.dawn * len(counted):
        when = f"at {state.dawn * len(counted)}" if state.dawn else "never"
        yield f"quiet is {state.quiet} at the end, but dawn breaks {when} (GH 6.3)"


def find_match_defects(state: State) -> Iterator[str]:
    """Yield a phase that does not fit the Boo! tokens and scores of a match."""
    winner = rules.match_winner(state)
    if state.phase == rules.TURN:
        if winner != rules.NOBODY:
            yield f"seat {winner} has won the match already: expected phase 'over' (GH 7.2)"
    elif state.inside != 1 << state.last_boo:
        yield "last_boo is not the seat that did not leave (GH 7.1)"
    elif winner == rules.NOBODY:
        yield "phase is 'over' but nobody has won the match yet (GH 7.2, 7.3)"
