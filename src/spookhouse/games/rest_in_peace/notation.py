"""Moves, positions and views of Rest in Peace as text and JSON-ready data."""

from collections import Counter
from collections.abc import Iterator
from itertools import chain
from typing import Any

import numpy as np

from spookhouse.games.rest_in_peace import codes, psychics, rules, zones
from spookhouse.games.rest_in_peace.pieces import (
    BLOODY_MARY,
    CARD_CODES,
    CASTLES,
    CHRISTMAS,
    DECK,
    DOUBLE_VISION,
    EACH_LEVEL,
    GHOSTS_EACH,
    HIGHEST,
    INSTANT,
    LINE,
    LOUNGE,
    MANORS,
    NEVER_SEEN,
    NOW_OR_NEVER,
    PITY,
    POLTERGEIST,
    PSYCHIC,
    PSYCHIC_CARDS,
    PSYCHICS,
    ROUNDS,
    SEATS,
    STARTERS,
    TABLE,
    TOKENS,
    TRIPPED,
    TWO_IS_MORE,
    VALUE_CODES,
    VALUES,
    WRAITH,
    card_text,
)
from spookhouse.kernel.contract import Json, Options, State
from spookhouse.kernel.events import SILENT
from spookhouse.kernel.rule import reader_of
from spookhouse.kernel.validation import Reader, count_defects, is_whole

REASONS = ("manors", "castles", "tenth-round", "tokens", "draw")
PHASES = ("turn", "carry", "place", "tenth", "over")
SIDES = {codes.OWN: "own", codes.OPPONENT: "opp"}

# === MOVES ===


def choices(kind: str) -> dict[int, str]:
    """Everything that may be chosen with a Psychic card, as code and text."""
    values = range(1, VALUES)
    if kind == "value":
        return {value: str(value) for value in values}
    if kind in ("card", "own card"):
        return {code: text for text, code in CARD_CODES.items()}
    if kind == "side":
        return SIDES
    if kind == "cost":
        return {codes.PAIR * a + b: f"{a},{b}" for a in values for b in values if a <= b}
    if kind == "two values":
        return {codes.PAIR * a + b: f"{a},{b}" for a in values for b in values if a < b}
    if kind == "rounds":
        return {
            codes.PAIR * a + b: f"{a},{b}"
            for a in range(2, ROUNDS)
            for b in range(a + 1, ROUNDS + 1)
        }
    return {}


def _moves() -> Iterator[tuple[int, str]]:
    yield from {
        codes.END: "end",
        codes.TRIP: "trip",
        codes.KEEP: "keep",
        codes.SKIP: "skip",
    }.items()
    yield from ((codes.LAY + value, f"g{value}") for value in range(1, VALUES))
    yield from ((codes.CARRY + code, f"carry {text}") for text, code in CARD_CODES.items())
    yield from ((codes.PLACE + code, f"place {text}") for text, code in CARD_CODES.items())
    for number, card in PSYCHIC_CARDS.items():
        yield play(number), f"p{number}"
        yield from (
            (play(number, choice), f"p{number}={text}")
            for choice, text in choices(card.choice).items()
        )


def play(psychic: int, choice: int = 0) -> int:
    """The action that plays (or resolves) a Psychic card with a choice."""
    return codes.PLAY + psychic * codes.CHOICES + choice


def played(action: int) -> tuple[int, int]:
    """The Psychic card and the choice of such an action."""
    return divmod(action - codes.PLAY, codes.CHOICES)


TEXT_OF = dict(_moves())
ACTION_OF = {text: action for action, text in TEXT_OF.items()}
VOCABULARY = tuple(TEXT_OF)


def write_move(action: int) -> str:
    if action not in TEXT_OF:
        raise ValueError(f"{action} is no action of Rest in Peace")
    return TEXT_OF[action]


def read_move(text: str) -> int | None:
    return ACTION_OF.get(text)


# === POSITIONS ===

KEYS = (
    *(
        "game",
        "options",
        "phase",
        "round",
        "starter",
        "turn",
        "line",
        "decks",
        "hands",
        "known",
        "reserves",
        "rows",
    ),
    *("discards", "removed", "tokens", "played", "tripped", "shown"),
)
SHEET = "sheet"  # how finished rounds ended; left out where nothing is known of any, as in positions from before there was a sheet


def enter_options(options: Options, state: State, edition: int) -> None:
    state.level = options["level"]
    state.learning = options["learning"]
    state.edition = edition


read_facts = reader_of(rules.STATE, signed=("line",))


def write_counts(counts: bytes) -> list[str]:
    """A row of counts as a sorted list of values."""
    return [str(value) for value, number in enumerate(counts) for _ in range(number)]


def write_deck(state: Any, seat: int) -> list[str]:
    """A deck, the next card first."""
    return [str(value) for value in state.decks[seat][: state.deck_sizes[seat]][::-1]]


def write_bits(bits: int) -> list[int]:
    return [n for n in range(1, PSYCHICS + 1) if bits >> n & 1]


def write_line(state: Any) -> list[Json]:
    return [
        {
            "psychic": max(state.line[n], 0) or None,
            "open": bool(state.line_open[n]),
            "tokens": write_tokens(state.manors[n], state.castles[n]),
        }
        for n in range(1, ROUNDS + 1)
    ]


def write_tokens(manors: int, castles: int) -> list[str]:
    return ["manor"] * manors + ["castle"] * castles


def named_values(entry: int) -> list[int]:
    return [value for value in range(1, VALUES) if entry >> (codes.NAMED + value - 1) & 1]


def write_entry(entry: int) -> Json:
    """A card in a row, with the marks that apply; a card that is not known has none."""
    code = codes.card_of(entry)
    card: Json = {"card": card_text(code) if code else None}
    if named_values(entry):
        card["named"] = named_values(entry)
    if entry >> codes.AS & 7:
        card["as"] = entry >> codes.AS & 7
    for mark, key in MARKS.items():
        if entry & mark:
            card[key] = key != "open"
    return card


MARKS = {
    codes.CARRIED: "carried",
    codes.FACE_DOWN: "open",
    codes.DEBT: "debt",
    codes.RESOLVED: "resolved",
}


def entries(state: State, seat: int, round_number: int) -> list[int]:
    """The cards of a row as they stand in the record."""
    found: list[int] = state.rows[
        seat, zones.row_start(state, seat, round_number) : zones.row_end(state, seat, round_number)
    ].tolist()
    return found


def row_at(state: Any, seat: int, round_number: int) -> slice:
    """Where a row stands among all rows of its seat."""
    ends = state.row_ends[seat]
    return slice(ends[round_number - 1], ends[round_number])


def cards_of(state: Any, seat: int) -> tuple[int, ...]:
    """All rows of a seat, end to end."""
    found: tuple[int, ...] = state.rows[seat * TABLE : (seat + 1) * TABLE]
    return found


def write_public(state: Any) -> Json:
    """What positions and views have in common."""
    return {
        "phase": PHASES[state.phase],
        "round": state.round_number,
        "starter": state.starter,
        "turn": state.turn,
        "line": write_line(state),
        "reserves": [write_bits(bits) for bits in state.reserves],
        "discards": [
            [card_text(code) for code in cards[:size]]
            for cards, size in zip(state.discards, state.discard_sizes, strict=True)
        ],
        "removed": [*state.removed[: state.removed_count]],
        "tokens": [
            {"manor": manors, "castle": castles}
            for manors, castles in zip(state.manors_won, state.castles_won, strict=True)
        ],
        "played": state.played,
        "tripped": [*state.tripped],
        "shown": [bool(flag) for flag in state.shown],
    }


def write_position(record: State, options: Options) -> Json:
    state = read_facts(record)
    rows = [cards_of(state, seat) for seat in range(SEATS)]
    written = {
        "game": "rest-in-peace",
        "options": dict(options),
        "decks": [write_deck(state, seat) for seat in range(SEATS)],
        "hands": [write_counts(hand) for hand in state.hands],
        "known": [write_counts(known) for known in state.known],
        "rows": [
            [
                [write_entry(entry) for entry in rows[seat][row_at(state, seat, n)]]
                for seat in range(SEATS)
            ]
            for n in range(1, ROUNDS + 1)
        ],
        **write_public(state),
    }
    sheet = write_sheet(state)
    return {key: written[key] for key in KEYS} | ({SHEET: sheet} if any(sheet) else {})


def write_sheet(state: Any) -> list[Json | None]:
    """For each round the totals with which it ended and its winner (null for a tie); null if it is not over, or nothing is known of its end."""
    totals = [list(state.final_totals[n * SEATS : (n + 1) * SEATS]) for n in range(ROUNDS + 1)]
    return [
        {"totals": totals[n], "winner": WINNERS[state.results[n]]} if state.results[n] else None
        for n in range(1, ROUNDS + 1)
    ]


WINNERS = {codes.WON: 0, codes.WON + 1: 1, codes.A_TIE: None}


def count_pieces(state: State) -> Any:
    """Ghosts of each player by value, Psychic cards (which ones is not known to all), tokens of both kinds."""
    ghosts = [Counter[int]() for _ in range(SEATS)]
    psychics = Counter(
        state.line[1:ROUNDS][state.line[1:ROUNDS] != 0].tolist()
        + state.removed[: state.removed_count].tolist()
    )
    for seat in range(SEATS):
        cards = [
            codes.card_of(entry)
            for entry in state.rows[seat, : zones.row_end(state, seat, ROUNDS)].tolist()
        ]
        cards += (
            state.discards[seat, : state.discard_sizes[seat]].tolist()
            + state.decks[seat, : state.deck_sizes[seat]].tolist()
        )
        ghosts[seat].update(card for card in cards if card < PSYCHIC)
        ghosts[seat].update({value: int(state.hands[seat, value]) for value in range(1, VALUES)})
        psychics.update(
            [card - PSYCHIC for card in cards if card > PSYCHIC]
            + write_bits(int(state.reserves[seat]))
        )
    tokens = [
        int(state.manors.sum() + state.manors_won.sum()),
        int(state.castles.sum() + state.castles_won.sum()),
    ]
    return [sorted(counter.items()) for counter in ghosts], sorted(psychics.values()), tokens


# === VIEWS ===


def write_view(record: State, seat: int | None, options: Options) -> Json:
    """What a seat knows; cards that it does not know are null or left out, their number is told beside."""
    state = read_facts(record)
    told, totals = (
        np.zeros((SEATS, TABLE, rules.TOLD), np.int32),
        np.zeros((SEATS, ROUNDS + 1), np.int32),
    )
    rules.explain_rows(record, told, totals)
    rows = [view_rows(state, owner, told[owner], totals[owner].tolist()) for owner in range(SEATS)]
    banned = int(psychics.banned_values(record)) if state.phase == codes.TURN else 0
    return {
        "game": "rest-in-peace",
        "options": dict(options),
        "seat": seat,
        **write_public(state),
        "decks": [view_deck(state, owner, seat) for owner in range(SEATS)],
        "hands": [
            view_hand(
                state,
                owner,
                seat is not None and seat != owner and bool(psychics.can_see_hand(record, seat)),
            )
            for owner in range(SEATS)
        ],
        "rows": [list(pair) for pair in zip(*rows, strict=True)],
        "sheet": write_sheet(state),
        "banned": [value for value in range(1, VALUES) if banned >> value & 1],
        "bound": [write_bonds(record, state, owner, banned) for owner in range(SEATS)],
        "ending": write_ending(record, state, totals),
    }


def write_bonds(record: State, state: Any, seat: int, banned: int) -> list[int]:
    """The Psychic cards that restrict what a seat may play in this round."""
    if state.phase != codes.TURN:
        return []
    bonds = {
        TRIPPED: state.tripped[seat] > 0,
        TWO_IS_MORE: psychics.must_play_two(record, seat),
        LOUNGE: psychics.is_shut_out(record, seat),
        NEVER_SEEN: banned > 0,
    }
    return [psychic for psychic, binds in bonds.items() if binds]


def write_ending(record: State, state: Any, totals: Any) -> Json | None:
    """What would follow if the turn were ended now: the opponent's turn, or a lost round with what it gives to whom."""
    if state.phase != codes.TURN:
        return None
    seat = state.turn
    mine, theirs = (int(totals[side, state.round_number]) for side in (seat, 1 - seat))
    if not rules.must_withdraw(record, seat, mine, theirs):
        return {"withdraws": False, "lone_card": False, "wins": None, "psychic": None}
    after = record.copy()
    rules.win_tokens(after, 1 - seat, SILENT)
    won = int(rules.has_set(after, 1 - seat))
    return {
        "withdraws": True,
        "lone_card": bool(rules.is_lone_card(record, seat)),
        "wins": REASONS[won - 1] if won else None,
        "psychic": None
        if won or not state.line[state.round_number]
        else int(psychics.who_takes_psychic(record, seat)),
    }


def view_deck(state: Any, owner: int, seat: int | None) -> Json:
    """Its size, its top card if that was shown, and to its owner what is in it."""
    size = state.deck_sizes[owner]
    return {
        "size": size,
        "top": str(state.decks[owner][size - 1]) if state.shown[owner] else None,
        "contents": write_counts(state.deck_counts[owner]) if owner == seat else None,
    }


def view_hand(state: Any, owner: int, is_seen: bool) -> Json:
    """Its size, the cards that the seat knows of it, what the opponent of its owner has seen, and whether the seat looks into it now."""
    return {
        "size": state.hand_sizes[owner],
        "cards": write_counts(state.hands[owner]),
        "known": write_counts(state.known[owner]),
        "seen": is_seen,
    }


def view_rows(state: Any, owner: int, told: Any, totals: list[int]) -> list[Json]:
    """The rows of a seat: what every card counts and why, and the totals."""
    entries, told = cards_of(state, owner), told[: state.row_ends[owner][ROUNDS]].tolist()
    rows = []
    for n in range(1, ROUNDS + 1):
        at = row_at(state, owner, n)
        rows.append(
            {
                "total": totals[n],
                "cards": [
                    view_card(state, entry, n, why)
                    for entry, why in zip(entries[at], told[at], strict=True)
                ],
            }
        )
    return rows


def view_card(state: Any, entry: int, round_number: int, told: list[int]) -> Json:
    """How a card comes to count what it counts; `waits` marks one that is still to be resolved in the 10th round."""
    card = write_entry(entry)
    card["base"] = told[rules.BASE] or None
    card["bonuses"] = [
        {"psychic": n, "plus": plus}
        for n, plus in zip(rules.ADDING, told[rules.BONUSES :], strict=True)
        if plus
    ]
    card["penalties"] = (
        [{"psychic": WRAITH, "minus": told[rules.PENALTY]}] if told[rules.PENALTY] else []
    )
    card["overruled"] = told[rules.OVERRULED] or None
    card["counts"] = told[rules.COUNTS]
    if (
        state.phase == codes.TENTH
        and codes.needs_resolving(entry, round_number)
        and not entry & codes.RESOLVED
    ):
        card["waits"] = True
    return card


# === READING A POSITION ===

ROW_KEYS = ("named", "as", "carried", "open", "debt", "resolved")
NAMING = {POLTERGEIST: 1, WRAITH: 1, PITY: 1, NEVER_SEEN: 2}
ALL_GHOSTS = {value: GHOSTS_EACH[value] for value in range(1, VALUES)}
GHOST_NAMES = {value: f"of value {value}" for value in range(1, VALUES)}

Rows = list[list[list[int]]]  # round, seat, cards


def read_position(position: Json, state: State) -> list[str]:
    """Fill the record, whose options are entered already; gives every defect that was found."""
    reader = Reader(position, KEYS if SHEET not in position else (*KEYS, SHEET))
    read_numbers(reader, state)
    read_line(reader, state)
    decks, hands, known = (
        reader.piles(key, SEATS, VALUE_CODES, DECK) for key in ("decks", "hands", "known")
    )
    reserves = read_psychics(reader, "reserves", state)
    rows = read_rows(reader, state)
    discards = reader.piles("discards", SEATS, allowed_cards(state), TABLE)
    removed = reader.pile("removed", allowed_psychics(state), LINE)
    read_tokens(reader, state)
    if SHEET in position:
        read_sheet(reader, state)
    if not reader.defects:
        reader.defects += find_missing(state, decks, hands, reserves, rows, discards, removed)
    if not reader.defects:
        fill_cards(state, decks, hands, known, reserves, discards, removed)
        fill_rows(state, rows)
        reader.defects += find_contradictions(state)
    return reader.defects


def read_numbers(reader: Reader, state: State) -> None:
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


def highest_psychic(state: State) -> int:
    return STARTERS + EACH_LEVEL * int(state.level)


def allowed_psychics(state: State) -> dict[int, int]:
    return {n: n for n in range(1, highest_psychic(state) + 1)}


def allowed_cards(state: State) -> dict[str, int]:
    return {
        text: code for text, code in CARD_CODES.items() if code <= PSYCHIC + highest_psychic(state)
    }


def read_line(reader: Reader, state: State) -> None:
    for i, item in enumerate(reader.items("line", ROUNDS)):
        if not isinstance(item, dict):
            reader.wrong(f"line[{i}]", item, "an object with psychic, open and tokens")
            continue
        place = Reader(item, ("psychic", "open", "tokens"), reader.defects, f"line[{i}].")
        psychic = place.whole_or_null("psychic", 1, highest_psychic(state))
        is_open = place.flag("open")
        if i == ROUNDS - 1 and psychic is not None:
            place.wrong(f"line[{i}].psychic", psychic, "null: the 10th place has no Psychic card")
        if not is_open and (psychic is None or not state.learning) and "open" in item:
            place.wrong(
                f"line[{i}].open",
                is_open,
                "true: only a Psychic card of a learning game lies face down",
            )
        tokens = place.pile("tokens", {word: n for n, word in enumerate(TOKENS)}, MANORS + CASTLES)
        if tokens != sorted(tokens):
            place.wrong(f"line[{i}].tokens", item.get("tokens"), "manors before castles")
        state.line[i + 1] = psychic or 0
        state.line_open[i + 1] = is_open
        state.manors[i + 1], state.castles[i + 1] = tokens.count(0), tokens.count(1)


def read_psychics(reader: Reader, key: str, state: State) -> list[list[int]]:
    return reader.piles(key, SEATS, allowed_psychics(state), LINE)


def read_tokens(reader: Reader, state: State) -> None:
    for seat, item in enumerate(reader.items("tokens", SEATS)):
        if not isinstance(item, dict):
            reader.wrong(f"tokens[{seat}]", item, 'an object like {"manor": 1, "castle": 0}')
            continue
        won = Reader(item, TOKENS, reader.defects, f"tokens[{seat}].")
        state.manors_won[seat] = won.whole("manor", 0, MANORS)
        state.castles_won[seat] = won.whole("castle", 0, CASTLES)


def read_sheet(reader: Reader, state: State) -> None:
    """How rounds ended that are over."""
    last = int(state.round_number) - (state.phase in (codes.TURN, codes.TENTH))
    for i, item in enumerate(reader.items(SHEET, ROUNDS)):
        where = f"{SHEET}[{i}]"
        if item is None:
            continue
        if not isinstance(item, dict) or i >= last:
            reader.wrong(
                where,
                item,
                'null, or for a round that is over an object like {"totals": [3, 5], "winner": 1}',
            )
            continue
        end = Reader(item, ("totals", "winner"), reader.defects, f"{where}.")
        winner = end.whole_or_null("winner", 0, SEATS - 1)
        state.results[i + 1] = codes.A_TIE if winner is None else codes.WON + winner
        for seat, total in enumerate(end.wholes("totals", SEATS, *TOTALS)):
            state.final_totals[i + 1, seat] = total


TOTALS = (-10, 1000)  # no row counts less or more

# === READING ROWS ===


def read_rows(reader: Reader, state: State) -> Rows:
    rows: Rows = [[[] for _ in range(SEATS)] for _ in range(ROUNDS)]
    for i, sides in enumerate(reader.items("rows", ROUNDS)):
        if (
            not isinstance(sides, list)
            or len(sides) != SEATS
            or not all(isinstance(side, list) for side in sides)
        ):
            reader.wrong(f"rows[{i}]", sides, "two lists of cards, one a seat")
            continue
        for seat, side in enumerate(sides):
            if len(side) > TABLE:
                reader.defect(
                    f"rows[{i}][{seat}] has {len(side)} entries, expected at most {TABLE}"
                )
            for place, item in enumerate(side[:TABLE]):
                rows[i][seat].append(
                    read_entry(reader, state, item, f"rows[{i}][{seat}][{place}]", i + 1)
                )
    return rows


def read_entry(reader: Reader, state: State, item: Any, where: str, round_number: int) -> int:
    cards = allowed_cards(state)
    if (
        not isinstance(item, dict)
        or not isinstance(item.get("card"), str)
        or item["card"] not in cards
    ):
        reader.wrong(where, item, 'an object with a card of this game, like {"card": "g5"}')
        return 0
    entry = cards[item["card"]]
    for key in item:
        if key != "card" and key not in ROW_KEYS:
            reader.defect(f"{where}.{key} is not a key of this format")
    entry |= read_named(reader, item, where, entry)
    entry |= read_as(reader, item, where, entry, round_number)
    return entry | read_marks(reader, item, where, entry, round_number)


def read_named(reader: Reader, item: Json, where: str, card: int) -> int:
    if "named" not in item:
        return 0
    named, number = item["named"], NAMING.get(card - PSYCHIC, 0)
    fits = isinstance(named, list) and all(
        is_whole(value) and 1 <= value <= HIGHEST for value in named
    )
    if not fits or not number or len(named) != number or sorted(set(named)) != named:
        expected = (
            f"a list of {number} values from 1 to 6, ascending"
            if number
            else f"no such key: {card_text(card)} names nothing"
        )
        reader.wrong(f"{where}.named", named, expected)
        return 0
    return sum(1 << (codes.NAMED + value - 1) for value in named)


def read_as(reader: Reader, item: Json, where: str, entry: int, round_number: int) -> int:
    if "as" not in item:
        return 0
    psychic, value = codes.card_of(entry) - PSYCHIC, item["as"]
    allowed = {DOUBLE_VISION: range(1, VALUES), CHRISTMAS: range(1, VALUES)}.get(psychic, range(0))
    if psychic == BLOODY_MARY and round_number == ROUNDS:
        allowed = range(HIGHEST, VALUES)
    if not is_whole(value) or value not in allowed:
        expected = (
            f"a whole number from {allowed[0]} to {allowed[-1]}"
            if allowed
            else f"no such key on {item['card']} in this row"
        )
        reader.wrong(f"{where}.as", value, expected)
        return 0
    return int(value) << codes.AS


def read_marks(reader: Reader, item: Json, where: str, entry: int, round_number: int) -> int:
    marks = 0
    psychic = codes.card_of(entry) - PSYCHIC
    tenth = round_number == ROUNDS
    fits = {
        "carried": round_number > 1,
        "open": tenth and len(item) == 2,
        "debt": tenth and psychic == NOW_OR_NEVER,
        "resolved": tenth
        and psychic > 0
        and bool(INSTANT >> psychic & 1)
        and "carried" not in item,
    }
    for mark, key in MARKS.items():
        if key in item:
            if item[key] is not (key != "open") or not fits[key]:
                reader.wrong(
                    f"{where}.{key}",
                    item[key],
                    f"no such key, or {'false' if key == 'open' else 'true'} where the rules put it",
                )
            else:
                marks |= mark
    return marks


# === DEFECTS OF A WHOLE POSITION ===


def find_missing(
    state: State,
    decks: list[list[int]],
    hands: list[list[int]],
    reserves: list[list[int]],
    rows: Rows,
    discards: list[list[int]],
    removed: list[int],
) -> list[str]:
    """Ghosts, Psychic cards and tokens of which there are too few or too many."""
    defects = []
    psychics = [*(n for n in state.line.tolist() if n), *chain(*reserves), *removed]
    for seat in range(SEATS):
        laid = [codes.card_of(entry) for sides in rows for entry in sides[seat]] + discards[seat]
        ghosts = [*decks[seat], *hands[seat], *(card for card in laid if card < PSYCHIC)]
        defects += count_defects(f"seat {seat}, Ghost cards", ALL_GHOSTS, ghosts, GHOST_NAMES)
        psychics += [card - PSYCHIC for card in laid if card > PSYCHIC]
    defects += [
        f"Psychic card {n}: {number} in all, expected at most 1 (duplicate)"
        for n, number in Counter(psychics).items()
        if number > 1
    ]
    if len(psychics) != LINE:
        defects.append(
            f"{len(psychics)} Psychic cards in all, expected {LINE} ({'missing' if len(psychics) < LINE else 'too many'})"
        )
    for word, number, expected in (
        ("manor", int(state.manors.sum() + state.manors_won.sum()), MANORS),
        ("castle", int(state.castles.sum() + state.castles_won.sum()), CASTLES),
    ):
        if number != expected:
            defects.append(
                f"{word} tokens: {number} in all, expected {expected} ({'missing' if number < expected else 'duplicate'})"
            )
    return defects


def fill_cards(
    state: State,
    decks: list[list[int]],
    hands: list[list[int]],
    known: list[list[int]],
    reserves: list[list[int]],
    discards: list[list[int]],
    removed: list[int],
) -> None:
    for seat in range(SEATS):
        state.decks[seat, : len(decks[seat])] = decks[seat][::-1]
        state.deck_sizes[seat] = len(decks[seat])
        state.hand_sizes[seat] = len(hands[seat])
        for counts, cards in (
            (state.deck_counts, decks),
            (state.hands, hands),
            (state.known, known),
        ):
            for value in cards[seat]:
                counts[seat, value] += 1
        state.reserves[seat] = sum(1 << n for n in reserves[seat])
        state.discards[seat, : len(discards[seat])] = discards[seat]
        state.discard_sizes[seat] = len(discards[seat])
    state.removed[: len(removed)] = removed
    state.removed_count = len(removed)


def fill_rows(state: State, rows: Rows) -> None:
    for seat in range(SEATS):
        line = [entry for sides in rows for entry in sides[seat]]
        state.rows[seat, : len(line)] = line
        for n in range(1, ROUNDS + 1):
            state.row_ends[seat, n] = state.row_ends[seat, n - 1] + len(rows[n - 1][seat])
            state.psychics[seat, n] = sum(
                1 << codes.psychic_of(e)
                for e in rows[n - 1][seat]
                if codes.is_psychic(e) and not e & codes.FACE_DOWN
            )


def find_contradictions(state: State) -> list[str]:
    """What is wrong with a position whose pieces are all there."""
    defects = [*find_card_defects(state), *find_row_defects(state), *find_phase_defects(state)]
    round_number = int(state.round_number)
    if state.played and state.phase != codes.TURN:
        defects.append(f"played is {state.played}, expected 0 outside phase 'turn'")
    if state.phase == codes.TURN and state.played and state.tripped[state.turn]:
        defects.append(
            f"tripped[{state.turn}] is {state.tripped[state.turn]}, expected 0 once a card was played in the turn (RIP Card 6)"
        )
    for seat in range(SEATS):
        if state.tripped[seat] not in (0, round_number, round_number + 1):
            expected = (
                f"0, {round_number} or {round_number + 1}: it lapses with this round or the next"
            )
            defects.append(f"tripped[{seat}] is {state.tripped[seat]}, expected {expected}")
    return defects


def find_card_defects(state: State) -> Iterator[str]:
    for seat in range(SEATS):
        if (state.known[seat] > state.hands[seat]).any():
            yield f"known[{seat}] lists cards that are not in hands[{seat}]"
        if state.shown[seat] and not state.deck_sizes[seat]:
            yield f"shown[{seat}] is true, but deck {seat} is empty"


def find_row_defects(state: State) -> Iterator[str]:
    """Rows of rounds that have not begun are empty, but for cards carried there and the 10th."""
    round_number = int(state.round_number)
    for seat in range(SEATS):
        for n in range(round_number + 1, ROUNDS):
            carried = all(entry & codes.CARRIED for entry in entries(state, seat, n))
            if entries(state, seat, n) and not (
                state.phase == codes.PLACE_PHASE and n == round_number + 1 and carried
            ):
                yield f"rows[{n - 1}][{seat}] holds cards, but round {n} has not begun"
        for entry in entries(state, seat, ROUNDS):
            if round_number == ROUNDS and entry & codes.FACE_DOWN:
                yield f"rows[9][{seat}] holds a card face down, but the 10th round has begun (RIP 6.1)"
            if round_number < ROUNDS and entry & codes.RESOLVED:
                yield f"rows[9][{seat}] holds a resolved card, but the 10th round has not begun (RIP 6.2)"


def find_phase_defects(state: State) -> Iterator[str]:
    round_number, turn = int(state.round_number), int(state.turn)
    complete = [seat for seat in range(SEATS) if rules.has_set(state, seat)]
    if state.phase == codes.OVER:
        yield from find_ending_defects(state, complete)
        return
    if complete:
        yield f"seat {complete[0]} has 4 Manors or 3 Castles: expected phase 'over' (RIP 3.3)"
    if (state.phase == codes.TENTH) != (round_number == ROUNDS):
        yield f"phase is '{PHASES[state.phase]}' in round {round_number}: the 10th round, and no other, is phase 'tenth' until it is over"
    elif state.phase == codes.TENTH and rules.who_resolves(state) != turn:
        who = rules.who_resolves(state)
        yield f"turn is {turn}, but {'nobody' if who == codes.NOBODY else f'seat {who}'} has a card to resolve now (RIP 6.2)"
    elif state.phase == codes.CARRY_PHASE and not psychics.can_carry(state, turn):
        yield f"phase is 'carry', but seat {turn} has nothing to carry (RIP Card 15)"
    elif state.phase == codes.PLACE_PHASE and not rules.can_place(state, turn):
        yield f"phase is 'place', but seat {turn} has nothing to place (RIP 3.4)"


def find_ending_defects(state: State, complete: list[int]) -> Iterator[str]:
    if len(complete) > 1:
        yield "both seats have 4 Manors or 3 Castles: the first to have them ends the game (RIP 3.3)"
    if state.round_number < ROUNDS:
        if not complete:
            yield "phase is 'over' before the 10th round, but nobody has 4 Manors or 3 Castles (RIP 3.3)"
        return
    if rules.who_resolves(state) != codes.NOBODY:
        yield f"phase is 'over', but seat {rules.who_resolves(state)} has a card to resolve (RIP 6.2)"
