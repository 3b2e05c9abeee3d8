"""Read positions of Rest in Peace from JSON data and report every defect."""

from spookhouse.games.rest_in_peace import codes, rules
from spookhouse.games.rest_in_peace.pieces import (
    CASTLES,
    DECK,
    LINE,
    MANORS,
    ROUNDS,
    SEATS,
    TABLE,
    TOKENS,
    VALUE_CODES,
)
from spookhouse.games.rest_in_peace.position_checks import (
    Piles,
    Rows,
    find_contradictions,
    find_missing,
)
from spookhouse.games.rest_in_peace.positions import KEYS, PHASES, SHEET
from spookhouse.games.rest_in_peace.row_reader import allowed_cards, read_rows
from spookhouse.kernel.contract import Array, Json, State
from spookhouse.kernel.validation import Reader


def read_position(position: Json, state: State) -> list[str]:
    """Fill a record that already holds the options; return every defect found."""
    reader = Reader(position, KEYS if SHEET not in position else (*KEYS, SHEET))
    read_numbers(reader, state)
    read_line(reader, state)
    piles = read_piles(reader, state)
    rows = read_rows(reader, state)
    read_tokens(reader, state)
    if SHEET in position:
        read_sheet(reader, state)
    if not reader.defects:
        reader.defects += find_missing(state, piles, rows)
    if not reader.defects:
        fill_cards(state, piles)
        fill_rows(state, rows)
        reader.defects += find_contradictions(state)
    return reader.defects


def read_numbers(reader: Reader, state: State) -> None:
    """Read phase, round, turn and what is counted."""
    state.phase = PHASES.index(reader.word("phase", PHASES))
    state.round_number = reader.whole("round", 1, ROUNDS)
    state.starter = reader.whole("starter", 0, SEATS - 1)
    state.turn = reader.whole("turn", 0, SEATS - 1)
    state.played = reader.whole("played", 0, 2 * TABLE)
    for seat, lapses in enumerate(reader.wholes("tripped", SEATS, 0, ROUNDS)):
        state.tripped[seat] = lapses
    for seat, flag in enumerate(reader.items("shown", SEATS)):
        if isinstance(flag, bool):
            state.shown[seat] = flag
        else:
            reader.wrong(f"shown[{seat}]", flag, "true or false")


def allowed_psychics(state: State) -> dict[int, int]:
    """Return the Psychic cards of the level of the game."""
    return {n: n for n in range(1, int(rules.highest_psychic(state)) + 1)}


def read_piles(reader: Reader, state: State) -> Piles:
    """Read all cards but those of rows and line."""
    decks, hands, known = (
        reader.piles(key, SEATS, VALUE_CODES, DECK) for key in ("decks", "hands", "known")
    )
    return Piles(
        decks,
        hands,
        known,
        reserves=reader.piles("reserves", SEATS, allowed_psychics(state), LINE),
        discards=reader.piles("discards", SEATS, allowed_cards(state), TABLE),
        removed=reader.pile("removed", allowed_psychics(state), LINE),
    )


# === THE LINE, TOKENS AND THE SHEET ===


def read_line(reader: Reader, state: State) -> None:
    """Read the ten places of the line."""
    for i, item in enumerate(reader.items("line", ROUNDS)):
        if isinstance(item, dict):
            read_place(reader, state, i, item)
        else:
            reader.wrong(f"line[{i}]", item, "an object with psychic, open and tokens")


def read_place(reader: Reader, state: State, i: int, item: Json) -> None:
    """Read the Psychic card and the tokens of one place."""
    place = Reader(item, ("psychic", "open", "tokens"), reader.defects, f"line[{i}].")
    psychic = place.whole_or_null("psychic", 1, int(rules.highest_psychic(state)))
    is_open = place.flag("open")
    if i == ROUNDS - 1 and psychic is not None:
        expected = "null: the 10th place has no Psychic card"
        place.wrong(f"line[{i}].psychic", psychic, expected)
    if not is_open and (psychic is None or not state.learning) and "open" in item:
        expected = "true: only a Psychic card of a learning game lies face down"
        place.wrong(f"line[{i}].open", is_open, expected)
    tokens = place.pile("tokens", {word: n for n, word in enumerate(TOKENS)}, MANORS + CASTLES)
    if tokens != sorted(tokens):
        place.wrong(f"line[{i}].tokens", item.get("tokens"), "manors before castles")
    state.line[i + 1] = psychic or 0
    state.line_open[i + 1] = is_open
    state.manors[i + 1], state.castles[i + 1] = tokens.count(0), tokens.count(1)


def read_tokens(reader: Reader, state: State) -> None:
    """Read the tokens that the seats have won."""
    for seat, item in enumerate(reader.items("tokens", SEATS)):
        if not isinstance(item, dict):
            reader.wrong(f"tokens[{seat}]", item, 'an object like {"manor": 1, "castle": 0}')
            continue
        won = Reader(item, TOKENS, reader.defects, f"tokens[{seat}].")
        state.manors_won[seat] = won.whole("manor", 0, MANORS)
        state.castles_won[seat] = won.whole("castle", 0, CASTLES)


TOTALS = (-10, 1000)  # bounds of what a row can count


def read_sheet(reader: Reader, state: State) -> None:
    """Read how finished rounds ended."""
    last = int(state.round_number) - (state.phase in (codes.TURN, codes.TENTH))
    for i, item in enumerate(reader.items(SHEET, ROUNDS)):
        where = f"{SHEET}[{i}]"
        if item is None:
            continue
        if not isinstance(item, dict) or i >= last:
            example = '{"totals": [3, 5], "winner": 1}'
            expected = f"null, or for a round that is over an object like {example}"
            reader.wrong(where, item, expected)
            continue
        end = Reader(item, ("totals", "winner"), reader.defects, f"{where}.")
        winner = end.whole_or_null("winner", 0, SEATS - 1)
        state.results[i + 1] = codes.A_TIE if winner is None else codes.WON + winner
        for seat, total in enumerate(end.wholes("totals", SEATS, *TOTALS)):
            state.final_totals[i + 1, seat] = total


# === FILLING THE RECORD ===


def fill_cards(state: State, piles: Piles) -> None:
    """Write decks, hands, reserves and discards into the record."""
    for seat in range(SEATS):
        deck, discards = piles.decks[seat], piles.discards[seat]
        state.decks[seat, : len(deck)] = deck[::-1]
        state.deck_sizes[seat] = len(deck)
        state.hand_sizes[seat] = len(piles.hands[seat])
        count_values(state.deck_counts[seat], deck)
        count_values(state.hands[seat], piles.hands[seat])
        count_values(state.known[seat], piles.known[seat])
        state.reserves[seat] = sum(1 << n for n in piles.reserves[seat])
        state.discards[seat, : len(discards)] = discards
        state.discard_sizes[seat] = len(discards)
    state.removed[: len(piles.removed)] = piles.removed
    state.removed_count = len(piles.removed)


def count_values(counts: Array, values: list[int]) -> None:
    """Add cards to counts by value."""
    for value in values:
        counts[value] += 1


def fill_rows(state: State, rows: Rows) -> None:
    """Write all rows into the record, end to end."""
    for seat in range(SEATS):
        entries = [entry for sides in rows for entry in sides[seat]]
        state.rows[seat, : len(entries)] = entries
        for n in range(1, ROUNDS + 1):
            row = rows[n - 1][seat]
            state.row_ends[seat, n] = state.row_ends[seat, n - 1] + len(row)
            state.psychics[seat, n] = open_psychics(row)


def open_psychics(row: list[int]) -> int:
    """Return the Psychic cards that lie open in a row, as bits."""
    return sum(
        1 << codes.psychic_of(entry)
        for entry in row
        if codes.is_psychic(entry) and not entry & codes.FACE_DOWN
    )
