"""Moves, positions and views of Ghostbumpers as text and JSON-ready data."""

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

import numpy as np

from spookhouse.games.ghostbumpers import rules
from spookhouse.games.ghostbumpers.pieces import (
    CARDS,
    CHARACTER,
    CODES,
    EACH_VALUE,
    HIGHEST,
    KINDS,
    SORTED,
    TEXTS,
    ZERO_TEN,
    ZERO_TENS,
    counts,
)
from spookhouse.kernel.cards import add_to_hand
from spookhouse.kernel.contract import Json, Options, State, seat_or_none
from spookhouse.kernel.rule import reader_of
from spookhouse.kernel.validation import Reader, count_defects

REASONS = ("rounds", "target")
PHASES = ("scare", "play", "drop", "over")
MOST = 30_000  # of any count that only grows, so that it still fits on the tape

# === MOVES ===


def lay(value: int, number: int) -> int:
    """The action that plays so many cards as a value."""
    return rules.PLAY + value * 8 + number - 1


def laid(action: int) -> tuple[int, int]:
    """The value and the number of cards of such an action."""
    return (action - rules.PLAY) >> 3, ((action - rules.PLAY) & 7) + 1


def _plays() -> dict[int, str]:
    zero_tens = {
        lay(value, number): f"{value}x{number}"
        for value in (0, rules.TEN)
        for number in range(1, ZERO_TENS + 1)
    }
    return {
        lay(value, number): f"{value}x{number}"
        for value in range(1, HIGHEST + 1)
        for number in range(1, EACH_VALUE + 1)
    } | zero_tens


TEXT_OF: dict[int, str] = {
    **{rules.SCARE + level: f"scare {level}" for level in range(CHARACTER)},
    **_plays(),
    **{rules.DROP + card: f"drop {TEXTS[card]}" for card in SORTED},
}
ACTION_OF = {text: action for action, text in TEXT_OF.items()}
VOCABULARY = tuple(TEXT_OF)


def write_move(action: int) -> str:
    if action not in TEXT_OF:
        raise ValueError(f"{action} is no action of Ghostbumpers")
    return TEXT_OF[action]


def read_move(text: str) -> int | None:
    return ACTION_OF.get(text)


# === POSITIONS ===

KEYS = (
    *("game", "options", "phase", "round", "starter", "leader", "turn", "hands", "deck", "discard"),
    *("trick", "characters", "owed", "dropped", "scores"),
)


def enter_options(options: Options, state: State, edition: int) -> None:
    state.players = options["players"]
    state.rounds = options["rounds"]
    state.target = options["target"] or 0


read_facts = reader_of(rules.STATE, signed=("above", "dropped"))


def write_counts(counts: Sequence[int]) -> list[str]:
    """A row of counts as a sorted list of cards."""
    return [text for card, text in KINDS_SORTED for _ in range(counts[card])]


KINDS_SORTED = tuple((card, TEXTS[card]) for card in SORTED)


def write_deck(state: Any) -> list[str]:
    """The next card first."""
    return [TEXTS[card] for card in state.deck[: state.deck_size][::-1]]


def seats_in_trick(state: Any) -> list[int]:
    """Who has played in this trick, from the leader to the left."""
    players, leader = state.players, state.leader
    return [
        seat
        for seat in ((leader + i) % players for i in range(players))
        if state.trick_counts[seat] > 0
    ]


def write_entry(state: Any, seat: int) -> Json:
    value = state.trick_values[seat]
    return {
        "seat": seat,
        "card": TEXTS[rules.card_of(value)],
        "count": state.trick_counts[seat],
        "as": value,
    }


def choice_or_none(number: int) -> int | None:
    """A choice that is known; None if it was not made, or not seen."""
    return None if number in (rules.NOT_YET, rules.UNKNOWN) else number


def write_characters(state: Any) -> list[Json]:
    return [
        {"cards": state.characters[seat], "above": choice_or_none(state.above[seat])}
        for seat in range(state.players)
    ]


def write_dropped(number: int) -> str | None:
    return None if number in (rules.NOT_YET, rules.UNKNOWN) else TEXTS[number]


def write_public(state: Any) -> Json:
    """What positions and views have in common."""
    return {
        "phase": PHASES[state.phase],
        "round": state.round_number,
        "starter": state.starter,
        "leader": state.leader,
        "turn": seat_or_none(state.turn),
    }


def write_position(record: State, options: Options) -> Json:
    state = read_facts(record)
    players = state.players
    return {
        "game": "ghostbumpers",
        "options": dict(options),
        **write_public(state),
        "hands": [write_counts(hand) for hand in state.hands[:players]],
        "deck": write_deck(state),
        "discard": write_counts(state.discard),
        "trick": [write_entry(state, seat) for seat in seats_in_trick(state)],
        "characters": write_characters(state),
        "owed": state.owed,
        "dropped": [write_dropped(card) for card in state.dropped[:players]],
        "scores": [*state.scores[:players]],
    }


# === VIEWS ===


def write_view(record: State, seat: int | None, options: Options) -> Json:
    """A concealed record, as the seat or a spectator sees it; `unseen` lists what lies in the deck and in places it cannot look into."""
    state = read_facts(record)
    players = state.players
    unseen = np.zeros(KINDS, np.int32)
    rules.list_unseen(record, unseen)
    return {
        "game": "ghostbumpers",
        "options": dict(options),
        "seat": seat,
        **write_public(state),
        "waiting": [other for other in range(players) if state.owing >> other & 1],
        "hand": None if seat is None else write_counts(state.hands[seat]),
        "hand_sizes": [*state.hand_sizes[:players]],
        "deck_size": state.deck_size,
        "discard": write_counts(state.discard),
        "unseen": write_counts(unseen.tolist()),
        "trick": [
            write_entry(state, other) | {"result": result_of(state, other)}
            for other in seats_in_trick(state)
        ],
        "winning": seat_or_none(int(rules.trick_winner(record))),
        "characters": write_characters(state),
        "chosen": [has_chosen(state, other) for other in range(players)],
        "owed": state.owed,
        "dropped": None if seat is None else write_dropped(state.dropped[seat]),
        "scores": [*state.scores[:players]],
    }


def result_of(state: Any, seat: int) -> float:
    return int(rules.count_result(state.trick_values[seat], state.trick_counts[seat])) / 10


def has_chosen(state: Any, seat: int) -> bool:
    """In a secret choice of several seats: whether this one has made it."""
    made: dict[int, int] = {
        rules.SCARE_LEVELS: state.above[seat],
        rules.DROPPING: state.dropped[seat],
    }
    return made.get(state.phase, rules.NOT_YET) != rules.NOT_YET


def count_pieces(state: State) -> list[int]:
    """How many of each Monster card there are, wherever they lie."""
    numbers = state.discard.astype(int) + state.hands.astype(int).sum(axis=0)
    for card in [
        *state.deck[: state.deck_size].tolist(),
        *(card for card in state.dropped.tolist() if card != rules.NOT_YET),
    ]:
        numbers[card] += 1
    for value, number in zip(state.trick_values.tolist(), state.trick_counts.tolist(), strict=True):
        numbers[rules.card_of(value)] += number
    return [int(number) for number in numbers]


# === READING A POSITION ===


def read_position(position: Json, state: State) -> list[str]:
    """Fill the record, whose options are entered already; gives every defect that was found."""
    players = int(state.players)
    reader = Reader(position, KEYS)
    rules.clear_table(state)
    state.phase = PHASES.index(reader.word("phase", PHASES))
    read_seats(reader, state)
    hands = reader.piles("hands", players, CODES, CARDS)
    deck = reader.pile("deck", CODES, CARDS)
    discard = reader.pile("discard", CODES, CARDS)
    trick = read_trick(reader, state)
    read_characters(reader, state)
    dropped = read_dropped(reader, state)
    state.owed = reader.whole("owed", 0, EACH_VALUE - 1)
    read_scores(reader, state)
    if not reader.defects:
        reader.defects += count_defects(
            "card", counts(players), chain(*hands, deck, discard, trick, dropped), TEXTS
        )
    if not reader.defects:
        fill_piles(state, hands, deck, discard)
        state.owing = find_owing(state)
        reader.defects += find_contradictions(state)
    return reader.defects


def read_seats(reader: Reader, state: State) -> None:
    last = int(state.players) - 1
    state.starter = reader.whole("starter", 0, last)
    state.leader = reader.whole("leader", 0, last)
    turn = reader.whole_or_null("turn", 0, last)
    state.turn = rules.NOBODY if turn is None else turn


def read_trick(reader: Reader, state: State) -> list[int]:
    """The cards of the trick; the entries go into the record."""
    players = int(state.players)
    cards: list[int] = []
    last = -1
    for i, item in enumerate(reader.items("trick", most=players)):
        entry = read_entry(reader, f"trick[{i}]", item, players)
        if entry is None:
            continue
        seat, card, number, value = entry
        place = (seat - int(state.leader)) % players
        if place <= last:
            reader.defect(
                f"trick[{i}] is of seat {seat}: expected entries from the leader ({state.leader}) to the left, each seat once (GB 3.1)"
            )
        last = max(place, last)
        state.trick_counts[seat], state.trick_values[seat] = number, value
        cards += [card] * number
    return cards


def read_entry(
    reader: Reader, where: str, item: Any, players: int
) -> tuple[int, int, int, int] | None:
    """Seat, card, count and value of one entry."""
    if not isinstance(item, Mapping):
        reader.wrong(
            where, item, 'an object like {"seat": 2, "card": "0/10", "count": 1, "as": 10}'
        )
        return None
    before = len(reader.defects)
    entry = Reader(item, ("seat", "card", "count", "as"), reader.defects, f"{where}.")
    seat, value = entry.whole("seat", 0, players - 1), entry.whole("as", 0, rules.TEN)
    card = CODES[entry.word("card", [TEXTS[code] for code in SORTED])]
    number = entry.whole("count", 1, counts(players)[card])
    if len(reader.defects) == before and rules.card_of(value) != card:
        reader.wrong(
            f"{where}.as",
            value,
            "0 or 10 (GB 3.2)" if card == ZERO_TEN else f"{card}, the card's own value",
        )
    return (seat, card, number, value) if len(reader.defects) == before else None


def read_characters(reader: Reader, state: State) -> None:
    items = reader.items("characters", int(state.players))
    for seat, item in enumerate(items):
        where = f"characters[{seat}]"
        if not isinstance(item, Mapping):
            reader.wrong(where, item, 'an object like {"cards": 7, "above": 3}')
            continue
        character = Reader(item, ("cards", "above"), reader.defects, f"{where}.")
        state.characters[seat] = character.whole("cards", 1, CHARACTER)
        above = character.whole_or_null("above", 0, int(state.characters[seat]) - 1)
        state.above[seat] = rules.NOT_YET if above is None else above


def read_dropped(reader: Reader, state: State) -> list[int]:
    cards = []
    for seat, item in enumerate(reader.items("dropped", int(state.players))):
        if item is None:
            continue
        if not isinstance(item, str) or item not in CODES:
            reader.wrong(
                f"dropped[{seat}]",
                item,
                "null or one of " + ", ".join(TEXTS[code] for code in SORTED),
            )
            continue
        state.dropped[seat] = CODES[item]
        cards.append(CODES[item])
    return cards


def read_scores(reader: Reader, state: State) -> None:
    state.round_number = reader.whole("round", 1, MOST)
    scores = reader.wholes("scores", int(state.players), 0, MOST)
    state.scores[: len(scores)] = scores


def fill_piles(state: State, hands: list[list[int]], deck: list[int], discard: list[int]) -> None:
    for seat, hand in enumerate(hands):
        for card in hand:
            add_to_hand(state, seat, card)
    state.deck[: len(deck)] = deck[::-1]
    state.deck_size = len(deck)
    for card in discard:
        state.discard[card] += 1
    state.discard_size = len(discard)


def find_owing(state: State) -> int:
    """The seats that owe a decision, as bits; none if nobody can make the one that is due."""
    seats = range(int(state.players))
    if state.phase == rules.SCARE_LEVELS:
        return sum(1 << seat for seat in seats if state.above[seat] == rules.NOT_YET)
    if state.phase == rules.DROPPING:
        return sum(
            1 << seat
            for seat in seats
            if state.dropped[seat] == rules.NOT_YET and state.hand_sizes[seat] > 0
        )
    if state.phase == rules.TRICKS and state.turn != rules.NOBODY:
        return 1 << int(state.turn)
    return 0


# === CONTRADICTIONS ===


def find_contradictions(state: State) -> list[str]:
    """What is wrong with a position whose pieces are all there."""
    finders = {
        rules.SCARE_LEVELS: find_scare_defects,
        rules.TRICKS: find_play_defects,
        rules.DROPPING: find_drop_defects,
        rules.OVER: find_over_defects,
    }
    defects = find_choice_defects(state)
    if state.target == 0 and state.round_number > state.rounds:
        defects.append(f"round is {state.round_number}, but the game has {state.rounds} (GB 6.1)")
    return defects + finders[int(state.phase)](state)


def find_choice_defects(state: State) -> list[str]:
    """What holds for fields that only one phase uses."""
    defects = []
    phase = int(state.phase)
    if phase in (rules.SCARE_LEVELS, rules.DROPPING) and state.turn != rules.NOBODY:
        defects.append(f"turn is {state.turn}, expected null while several seats choose")
    if phase in (rules.TRICKS, rules.OVER) and state.turn == rules.NOBODY:
        defects.append("turn is None, expected a seat")
    if phase != rules.DROPPING and (state.owed or (state.dropped != rules.NOT_YET).any()):
        defects.append(
            f"owed and dropped belong to phase 'drop' (GB 3.5): expected 0 and nulls in phase '{PHASES[phase]}'"
        )
    if phase in (rules.SCARE_LEVELS, rules.OVER) and state.trick_counts.any():
        defects.append(f"trick is not empty, but no trick is played in phase '{PHASES[phase]}'")
    missing = [seat for seat in range(int(state.players)) if state.above[seat] == rules.NOT_YET]
    if phase != rules.SCARE_LEVELS and missing:
        defects.append(
            f"characters[{missing[0]}].above is null, but all scare levels are set before the first trick (GB 2.2)"
        )
    return defects


def find_scare_defects(state: State) -> list[str]:
    defects = []
    if state.leader != state.starter:
        defects.append(
            f"leader is {state.leader}, expected the starter ({state.starter}) in phase 'scare' (GB 2.3)"
        )
    if (state.characters[: state.players] != CHARACTER).any():
        defects.append(f"every character deck has {CHARACTER} cards in phase 'scare' (GB 1.3)")
    if not state.owing:
        defects.append("every scare level is set: expected phase 'play' (GB 2.3)")
    if rules.are_hands_empty(state):
        defects.append("no seat holds a card: expected hands of 9 (GB 2.1)")
    return defects


def find_play_defects(state: State) -> list[str]:
    if rules.are_hands_empty(state):
        return ["no seat holds a card: the round is over (GB 2.3)"]
    played = seats_in_trick(state)
    defects = find_gaps(state, played)
    following = int(rules.next_to_play(state, played[-1]) if played else rules.first_to_play(state))
    if following == rules.NOBODY:
        defects.append("everybody has played: the trick is over (GB 3.1)")
    elif state.turn not in (rules.NOBODY, following):
        defects.append(
            f"turn is {state.turn}, expected {following}: from the leader ({state.leader}) to the left (GB 3.1)"
        )
    return defects


def find_gaps(state: State, played: list[int]) -> list[str]:
    """Seats that hold cards and were left out of the trick."""
    players, leader = int(state.players), int(state.leader)
    if not played:
        return []
    before = [(leader + i) % players for i in range((played[-1] - leader) % players)]
    return [
        f"trick has no entry of seat {seat}, whose turn is over (GB 3.1)"
        for seat in before
        if seat not in played and state.hand_sizes[seat] > 0
    ]


def find_drop_defects(state: State) -> list[str]:
    defects = []
    played = seats_in_trick(state)
    if not played:
        defects.append("trick is empty, but in phase 'drop' its last seat is drawing (GB 3.5)")
    if state.deck_size or state.discard_size:
        defects.append("deck and discard must be empty in phase 'drop' (GB 3.4, 3.5)")
    if not state.owing:
        defects.append("nobody has a card to drop: expected phase 'play' (GB 3.5)")
    return defects + find_gaps(state, played)


def find_over_defects(state: State) -> list[str]:
    if rules.is_last_round(state):
        return []
    if state.target:
        return [f"phase is 'over' but nobody has {state.target} points (GB 6.2)"]
    return [f"phase is 'over' in round {state.round_number} of {state.rounds} (GB 6.1)"]
