"""Views of Rest in Peace: what a seat or a spectator may know, as JSON data."""

import numpy as np

from spookhouse.games.rest_in_peace import codes, psychics, rules
from spookhouse.games.rest_in_peace.pieces import (
    LOUNGE,
    NEVER_SEEN,
    ROUNDS,
    SEATS,
    TABLE,
    TRIPPED,
    TWO_IS_MORE,
    VALUES,
    WRAITH,
)
from spookhouse.games.rest_in_peace.positions import (
    REASONS,
    ROUND_NUMBERS,
    Facts,
    cards_of,
    read_facts,
    row_at,
    write_counts,
    write_entry,
    write_public,
    write_sheet,
)
from spookhouse.kernel.contract import Array, Json, Options, State
from spookhouse.kernel.events import SILENT


def write_view(record: State, seat: int | None, options: Options) -> Json:
    """Return a concealed record as data; unknown cards are null or left out."""
    state = read_facts(record)
    explanation, totals = explain_rows(record)
    rows = [view_rows(state, owner, explanation[owner], totals[owner]) for owner in range(SEATS)]
    banned = int(psychics.banned_values(record)) if state.phase == codes.TURN else 0
    return {
        "game": "rest-in-peace",
        "options": options,
        "seat": seat,
        **write_public(state),
        "decks": [view_deck(state, owner, seat) for owner in range(SEATS)],
        "hands": [
            view_hand(state, owner, is_seen=looks_into_hand(record, seat, owner))
            for owner in range(SEATS)
        ],
        "rows": [list(pair) for pair in zip(*rows, strict=True)],
        "sheet": write_sheet(state),
        "banned": [value for value in range(1, VALUES) if banned >> value & 1],
        "bound": [list_bonds(record, state, owner, banned) for owner in range(SEATS)],
        "ending": preview_ending(record, state, totals),
    }


# === HANDS AND DECKS ===


def view_deck(state: Facts, owner: int, seat: int | None) -> Json:
    """Return the size, a shown top card, and the contents if the seat owns the deck."""
    size = state.deck_sizes[owner]
    return {
        "size": size,
        "top": str(state.decks[owner][size - 1]) if state.shown[owner] else None,
        "contents": write_counts(state.deck_counts[owner]) if owner == seat else None,
    }


def looks_into_hand(record: State, seat: int | None, owner: int) -> bool:
    """Return whether a seat sees the whole hand of its opponent (Card 3)."""
    return seat is not None and seat != owner and bool(psychics.can_see_hand(record, seat))


def view_hand(state: Facts, owner: int, *, is_seen: bool) -> Json:
    """Return the size, the cards that are visible, and those that the opponent has seen."""
    return {
        "size": state.hand_sizes[owner],
        "cards": write_counts(state.hands[owner]),
        "known": write_counts(state.known[owner]),
        "seen": is_seen,
    }


# === ROWS ===


def explain_rows(record: State) -> tuple[list[list[list[int]]], list[list[int]]]:
    """Return by seat what each card counts and why, and the total of each round."""
    explanation: Array = np.zeros((SEATS, TABLE, rules.EXPLANATION), np.int32)
    totals: Array = np.zeros((SEATS, ROUNDS + 1), np.int32)
    rules.explain_rows(record, explanation, totals)
    return explanation.tolist(), totals.tolist()


def view_rows(
    state: Facts, owner: int, explanation: list[list[int]], totals: list[int]
) -> list[Json]:
    """Return the rows of a seat with their totals and what each card counts."""
    entries = cards_of(state, owner)
    rows = []
    for n in ROUND_NUMBERS:
        at = row_at(state, owner, n)
        cards = [
            view_card(state, entry, n, why)
            for entry, why in zip(entries[at], explanation[at], strict=True)
        ]
        rows.append({"total": totals[n], "cards": cards})
    return rows


def view_card(state: Facts, entry: int, round_number: int, why: list[int]) -> Json:
    """Return a card with base value, bonuses, penalties, and what overrules them.

    `waits` marks a card that is still to be resolved in the 10th round.
    """
    card = write_entry(entry)
    card["base"] = why[rules.BASE] or None
    card["bonuses"] = [
        {"psychic": n, "plus": plus}
        for n, plus in zip(rules.ADDING, why[rules.BONUSES :], strict=True)
        if plus
    ]
    minus = why[rules.PENALTY]
    card["penalties"] = [{"psychic": WRAITH, "minus": minus}] if minus else []
    card["overruled"] = why[rules.OVERRULED] or None
    card["counts"] = why[rules.COUNTS]
    if state.phase == codes.TENTH and is_unresolved(entry, round_number):
        card["waits"] = True
    return card


def is_unresolved(entry: int, round_number: int) -> bool:
    """Return whether a card is still to be resolved in the 10th round."""
    return bool(codes.needs_resolving(entry, round_number)) and not entry & codes.RESOLVED


# === WHAT BINDS A TURN ===


def list_bonds(record: State, state: Facts, seat: int, banned: int) -> list[int]:
    """Return the Psychic cards that restrict what a seat may play in this round."""
    if state.phase != codes.TURN:
        return []
    bonds = {
        TRIPPED: state.tripped[seat] > 0,
        TWO_IS_MORE: psychics.must_play_two(record, seat),
        LOUNGE: psychics.is_shut_out(record, seat),
        NEVER_SEEN: banned > 0,
    }
    return [psychic for psychic, binds in bonds.items() if binds]


def preview_ending(record: State, state: Facts, totals: list[list[int]]) -> Json | None:
    """Return what would follow if the turn ended now.

    That is the opponent's turn, or a lost round: who would take its Psychic card and whether
    its tokens would win the game.
    """
    if state.phase != codes.TURN:
        return None
    seat = state.turn
    mine, theirs = (totals[side][state.round_number] for side in (seat, 1 - seat))
    if not rules.must_withdraw(record, seat, mine, theirs):
        return {"withdraws": False, "lone_card": False, "wins": None, "psychic": None}
    reason = reason_to_win(record, 1 - seat)
    takes_psychic = reason is None and state.line[state.round_number]
    return {
        "withdraws": True,
        "lone_card": bool(rules.is_lone_card(record, seat)),
        "wins": reason,
        "psychic": int(psychics.psychic_taker(record, seat)) if takes_psychic else None,
    }


def reason_to_win(record: State, seat: int) -> str | None:
    """Return the reason for which a seat would win with the tokens of this round."""
    after = record.copy()
    rules.win_tokens(after, seat, SILENT)
    reason = int(rules.has_set(after, seat))
    return REASONS[reason - 1] if reason else None
