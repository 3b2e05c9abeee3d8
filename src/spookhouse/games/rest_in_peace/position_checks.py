"""Find contradictions in a position of Rest in Peace whose parts are all well-formed."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from spookhouse.games.rest_in_peace import codes, psychics, rules
from spookhouse.games.rest_in_peace.pieces import (
    CASTLES,
    GHOSTS_EACH,
    LINE,
    MANORS,
    PSYCHIC,
    ROUNDS,
    SEATS,
    VALUES,
)
from spookhouse.games.rest_in_peace.positions import PHASES, row_entries
from spookhouse.kernel.contract import State
from spookhouse.kernel.validation import count_defects

Rows = list[list[list[int]]]  # round, seat, cards

ALL_GHOSTS = {value: GHOSTS_EACH[value] for value in range(1, VALUES)}
GHOST_NAMES = {value: f"of value {value}" for value in range(1, VALUES)}


@dataclass(frozen=True)
class Piles:
    """The cards of a position that lie neither in rows nor in the line, by seat."""

    decks: list[list[int]]
    hands: list[list[int]]
    known: list[list[int]]
    reserves: list[list[int]]
    discards: list[list[int]]
    removed: list[int]


# === MISSING PIECES ===


def find_missing(state: State, piles: Piles, rows: Rows) -> list[str]:
    """Return a defect for all Ghosts, Psychic cards and tokens that are missing or duplicate."""
    laid = [cards_on_table(piles, rows, seat) for seat in range(SEATS)]
    defects = []
    for seat in range(SEATS):
        ghosts = [*piles.decks[seat], *piles.hands[seat], *(c for c in laid[seat] if c < PSYCHIC)]
        defects += count_defects(f"seat {seat}, Ghost cards", ALL_GHOSTS, ghosts, GHOST_NAMES)
    numbers = [
        *(n for n in state.line.tolist() if n),
        *chain(*piles.reserves),
        *piles.removed,
        *(card - PSYCHIC for card in chain(*laid) if card > PSYCHIC),
    ]
    return [*defects, *find_psychic_defects(numbers), *find_token_defects(state)]


def cards_on_table(piles: Piles, rows: Rows, seat: int) -> list[int]:
    """Return the codes of a player's cards in rows and discards."""
    return [codes.card_of(entry) for sides in rows for entry in sides[seat]] + piles.discards[seat]


def find_psychic_defects(numbers: list[int]) -> Iterator[str]:
    """Yield Psychic cards that lie in several places, and a wrong number of them."""
    for n, number in Counter(numbers).items():
        if number > 1:
            yield f"Psychic card {n}: {number} in all, expected at most 1 (duplicate)"
    if len(numbers) != LINE:
        word = "missing" if len(numbers) < LINE else "too many"
        yield f"{len(numbers)} Psychic cards in all, expected {LINE} ({word})"


def find_token_defects(state: State) -> Iterator[str]:
    """Yield a wrong number of Manors or Castles."""
    for name, number, expected in (
        ("manor", int(state.manors.sum() + state.manors_won.sum()), MANORS),
        ("castle", int(state.castles.sum() + state.castles_won.sum()), CASTLES),
    ):
        if number != expected:
            word = "missing" if number < expected else "duplicate"
            yield f"{name} tokens: {number} in all, expected {expected} ({word})"


# === CONTRADICTIONS ===


def find_contradictions(state: State) -> list[str]:
    """Return contradictions in a position whose pieces are all there."""
    return [
        *find_card_defects(state),
        *find_row_defects(state),
        *find_phase_defects(state),
        *find_turn_defects(state),
    ]


def find_card_defects(state: State) -> Iterator[str]:
    """Yield known or shown cards that are not there."""
    for seat in range(SEATS):
        if (state.known[seat] > state.hands[seat]).any():
            yield f"known[{seat}] lists cards that are not in hands[{seat}]"
        if state.shown[seat] and not state.deck_sizes[seat]:
            yield f"shown[{seat}] is true, but deck {seat} is empty"


def find_row_defects(state: State) -> Iterator[str]:
    """Yield cards in rows of rounds that have not begun, and wrong marks in the 10th."""
    for seat in range(SEATS):
        for n in range(int(state.round_number) + 1, ROUNDS):
            if not may_hold_cards(state, seat, n):
                yield f"rows[{n - 1}][{seat}] holds cards, but round {n} has not begun"
        yield from find_tenth_defects(state, seat)


def may_hold_cards(state: State, seat: int, n: int) -> bool:
    """Return whether the row of a later round is empty, or holds a card carried there."""
    row = row_entries(state, seat, n)
    is_next = state.phase == codes.PLACE_PHASE and n == int(state.round_number) + 1
    return not row or (is_next and all(entry & codes.CARRIED for entry in row))


def find_tenth_defects(state: State, seat: int) -> Iterator[str]:
    """Yield cards face down after the 10th round has begun and resolved cards before it."""
    has_begun = int(state.round_number) == ROUNDS
    for entry in row_entries(state, seat, ROUNDS):
        if has_begun and entry & codes.FACE_DOWN:
            yield (
                f"rows[9][{seat}] holds a card face down, but the 10th round has begun (RIP 6.1)"
            )
        if not has_begun and entry & codes.RESOLVED:
            yield (
                f"rows[9][{seat}] holds a resolved card, but the 10th round has not begun (RIP 6.2)"
            )


def find_turn_defects(state: State) -> Iterator[str]:
    """Yield cards counted as played and trips that do not fit the phase or the round."""
    round_number, turn = int(state.round_number), int(state.turn)
    if state.played and state.phase != codes.TURN:
        yield f"played is {state.played}, expected 0 outside phase 'turn'"
    if state.phase == codes.TURN and state.played and state.tripped[turn]:
        yield (
            f"tripped[{turn}] is {state.tripped[turn]}, "
            "expected 0 once a card was played in the turn (RIP Card 6)"
        )
    for seat in range(SEATS):
        if state.tripped[seat] not in (0, round_number, round_number + 1):
            yield (
                f"tripped[{seat}] is {state.tripped[seat]}, expected 0, {round_number} or "
                f"{round_number + 1}: it lapses with this round or the next"
            )


# === PHASE AND TURN ===


def find_phase_defects(state: State) -> Iterator[str]:
    """Yield a phase that the rest of the position rules out."""
    complete = [seat for seat in range(SEATS) if rules.has_set(state, seat)]
    if state.phase == codes.OVER:
        yield from find_ending_defects(state, complete)
        return
    if complete:
        yield f"seat {complete[0]} has 4 Manors or 3 Castles: expected phase 'over' (RIP 3.3)"
    if (state.phase == codes.TENTH) != (state.round_number == ROUNDS):
        yield (
            f"phase is '{PHASES[state.phase]}' in round {state.round_number}: "
            "the 10th round, and no other, is phase 'tenth' until it is over"
        )
    else:
        yield from find_idle_seats(state)


def find_idle_seats(state: State) -> Iterator[str]:
    """Yield a seat to move that has nothing to do in this phase."""
    turn = int(state.turn)
    if state.phase == codes.TENTH and rules.resolving_seat(state) != turn:
        seat = int(rules.resolving_seat(state))
        who = "nobody" if seat == codes.NOBODY else f"seat {seat}"
        yield f"turn is {turn}, but {who} has a card to resolve now (RIP 6.2)"
    elif state.phase == codes.CARRY_PHASE and not psychics.can_carry(state, turn):
        yield f"phase is 'carry', but seat {turn} has nothing to carry (RIP Card 15)"
    elif state.phase == codes.PLACE_PHASE and not rules.can_place(state, turn):
        yield f"phase is 'place', but seat {turn} has nothing to place (RIP 3.4)"


def find_ending_defects(state: State, complete: list[int]) -> Iterator[str]:
    """Yield why a game that is over cannot be over; `complete` are the seats with a set."""
    if len(complete) > 1:
        yield (
            "both seats have 4 Manors or 3 Castles: the first to have them ends the game (RIP 3.3)"
        )
    if state.round_number < ROUNDS:
        if not complete:
            yield (
                "phase is 'over' before the 10th round, "
                "but nobody has 4 Manors or 3 Castles (RIP 3.3)"
            )
        return
    seat = int(rules.resolving_seat(state))
    if seat != codes.NOBODY:
        yield f"phase is 'over', but seat {seat} has a card to resolve (RIP 6.2)"
