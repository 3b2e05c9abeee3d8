"""Events of Rest in Peace in words; why a move is refused is in refusals.py."""

from collections.abc import Callable, Sequence

from spookhouse.games.rest_in_peace import codes
from spookhouse.games.rest_in_peace.move_notation import write_move
from spookhouse.games.rest_in_peace.piece_names import (
    capital,
    card,
    card_of_code,
    mansions,
    numbered,
    psychic,
    several,
)
from spookhouse.games.rest_in_peace.pieces import card_text
from spookhouse.games.rest_in_peace.positions import REASONS
from spookhouse.games.rest_in_peace.refusals import why
from spookhouse.kernel.contract import Json, event, revealing

__all__ = ["EVENTS", "SENTENCES", "effect_sentence", "tell", "why"]


def card_or_none(code: int) -> str | None:
    """Return the text of a card; 0 stands for one that is hidden."""
    return card_text(code) if code else None


def number_or_none(number: int) -> int | None:
    """Return a number; 0 stands for none."""
    return number or None


def value(number: int) -> str:
    """Return the text of a value."""
    return str(number)


def reason(code: int) -> str:
    """Return the word for the end of a game."""
    return REASONS[code - 1]


def shows_cards(numbers: Sequence[int]) -> bool:
    """Return whether the effect of a Psychic card shows hidden cards: 3 opens the other hand."""
    return numbers[0] in (3,)


EVENTS = {
    codes.PLAYED: event("played", card=card_text, move=write_move, at_random=bool),
    codes.SILENCED: event("silenced", psychic=int),
    codes.EFFECT: revealing("effect", when=shows_cards, psychic=int, first=int, second=int),
    codes.TOTAL_CHANGED: event(
        "total-changed", total=int, other_total=int, change=int, other_change=int
    ),
    codes.TURN_ENDED: event("turn-ended", total=int, other_total=int),
    codes.WITHDREW: event("withdrew", total=int, other_total=int, lone_card=bool),
    codes.TOKEN_WON: event(
        "token-won", manors=int, castles=int, manors_in_all=int, castles_in_all=int
    ),
    codes.CARRIED_ON: event("carried", card=card_text, round=int),
    codes.KEPT: event("kept"),
    codes.CAME_DUE: event("came-due", psychic=int),
    codes.PSYCHIC_TAKEN: event("psychic-taken", psychic=int),
    codes.PSYCHIC_REMOVED: event("psychic-removed", psychic=int),
    codes.DREW: event("drew", count=int),
    codes.DREW_CARDS: revealing("drew-cards", first=number_or_none, second=int),
    codes.PLACED: event("placed", card=card_or_none),
    codes.PLACED_CARD: event("placed-card", card=card_text),
    codes.NOT_PLACED: event("not-placed"),
    codes.ROUND_BEGAN: event(
        "round-began", round=int, manors=int, castles=int, psychic=number_or_none
    ),
    codes.TURNED_UP: revealing("turned-up", psychic=int, round=int),
    codes.TRIP_LAPSED: event("trip-lapsed"),
    codes.TENTH_BEGAN: event("tenth-began", manors=int, castles=int),
    codes.REVEALED: revealing("revealed", card=card_text),
    codes.RESOLVED_NOW: event("resolved", card=card_text, move=write_move),
    codes.SHOWN: revealing("shown", value=value),
    codes.SENT: event("sent", card=card_or_none),
    codes.SENT_CARD: event("sent-card", card=card_text),
    codes.ROUND_TIED: event("tied", manors=int, castles=int),
    codes.GAME_ENDED: event("game-ended", reason=reason),
}

# === EFFECTS ===

Effect = Callable[[str, int, int], str]  # name of the player, two numbers of the event

EFFECTS: dict[int, Effect] = {
    1: lambda who, a, b: f"Whatever happens, {who} means to have this round's psychic.",
    2: lambda who, a, b: (
        f"Out of the deck Auntie brings {who} a {a}, and the deck is shuffled."
        if a
        else "Auntie finds nobody to bring."
    ),
    3: lambda who, a, b: f"{who} looks into the other hand until the round ends.",
    6: lambda who, a, b: (
        "The floorboards are loose: the next card of the other hand comes tumbling out at random."
    ),
    8: lambda who, a, b: f"Every even ghost of {who} is worth 1 more.",
    9: lambda who, a, b: f"Every odd ghost of {who} is worth 1 more.",
    10: lambda who, a, b: f"Every {a} of {who} is worth 2 more.",
    11: lambda who, a, b: (
        f"{capital(card_of_code(a))} is thrown out of the house."
        if a
        else "There is nobody to throw out."
    ),
    12: lambda who, a, b: f"The 1s and 2s facing {who} scare nobody.",
    13: lambda who, a, b: "Four now, to be paid for in the last mansion.",
    14: lambda who, a, b: "From now on the other side plays two cards a turn or more, or none.",
    15: lambda who, a, b: f"If {who} wins the round, one card goes along into the next.",
    16: lambda who, a, b: (
        f"{who} sees double: it is worth {a}, like the ghost beside it."
        if a
        else "It copies no ghost and is worth nothing."
    ),
    17: lambda who, a, b: f"Every {a} facing {who} sinks by 2.",
    18: lambda who, a, b: (
        f"The {a} of round {b} goes back into the deck of {who}, which is shuffled."
        if a
        else "Nobody comes back."
    ),
    19: lambda who, a, b: (
        f"It is worth {a} as well." if a else "Both decks are empty: it is worth nothing."
    ),
    20: lambda who, a, b: "" if b else "Nobody is there to be sent ahead.",
    21: lambda who, a, b: (
        f"She has her price: {who} discards a {a} and a {b}."
        if a
        else "Nobody pays her price, and she is worth nothing."
    ),
    22: lambda who, a, b: (
        f"{who} plays dead{f', takes back {card_of_code(a)}' if a else ''} "
        "and loses the round at once."
    ),
    24: lambda who, a, b: "Ghosts only! The other side plays no more psychics this round.",
    25: lambda who, a, b: (
        f"The {a}s and the {b}s are never seen again this round: nobody may play them."
    ),
    26: lambda who, a, b: f"Every {a} on either side is worth 3 more.",
    27: lambda who, a, b: "A lull falls upon the house.",
    28: lambda who, a, b: (
        f"The mansions of rounds {a} and {b} change places." if a else "No mansions change places."
    ),
    29: lambda who, a, b: "Everybody is worthless: all other cards count 1 and do nothing.",
}


def effect_sentence(who: str, e: Json) -> str:
    """Return the effect of a Psychic card; nothing for a card that only has a value."""
    sentence = EFFECTS.get(e["psychic"])
    return sentence(who, e["first"], e["second"]) if sentence else ""


# === EVENTS ===


def withdrew_sentence(who: str, e: Json) -> str:
    """Return why a player has withdrawn."""
    if e["lone_card"]:
        return f"{who} finds no second card and has to withdraw."
    return f"{who} withdraws, {e['total']} against {e['other_total']}."


def token_sentence(who: str, e: Json) -> str:
    """Return which tokens were won, and how many the player has."""
    manors = numbered(e["manors_in_all"], "Manor")
    castles = numbered(e["castles_in_all"], "Castle")
    return f"{who} wins {mansions(e)} and now owns {manors} and {castles}."


def total_sentence(who: str, e: Json) -> str:
    """Return the totals of both rows."""
    return f"{who} stands at {e['total']}, the other side at {e['other_total']}."


def began_sentence(who: str, e: Json) -> str:
    """Return the mansions of a round, its Psychic card and its starter."""
    seer = f", watched by {psychic(e['psychic'])}" if e["psychic"] else ""
    return f"Round {e['round']}: {mansions(e)}{seer}. {who} starts."


def tied_sentence(who: str, e: Json) -> str:
    """Return which tokens were not won."""
    verb = "stays" if e["manors"] + e["castles"] == 1 else "stay"
    return f"A tie: {mansions(e)} {verb} unclaimed."


def ended_sentence(who: str, e: Json) -> str:
    """Return the winner and the reason."""
    words = {
        "manors": f"{who} owns four Manors and wins!",
        "castles": f"{who} owns three Castles and wins!",
        "tenth-round": f"{who} takes the last mansion and wins!",
        "tokens": f"The last mansion stays empty; {who} has more of the others and wins!",
        "draw": "Neither family is ahead. The feud goes on for ever: a draw.",
    }
    return words[e["reason"]]


Sentence = Callable[[str, Json], str]  # name of the player, event

SENTENCES: dict[str, Sentence] = {
    "played": lambda who, e: (
        f"{who} stumbles and drops {card(e['card'])}."
        if e["at_random"]
        else f"{who} plays {card(e['card'])}."
    ),
    "silenced": lambda who, e: "Under We're worthless (p29) it is a plain 1.",
    "effect": effect_sentence,
    "total-changed": total_sentence,
    "turn-ended": lambda who, e: f"{who} ends the turn, {e['total']} against {e['other_total']}.",
    "withdrew": withdrew_sentence,
    "token-won": token_sentence,
    "carried": lambda who, e: (
        f"{who} is still there: {card(e['card'])} goes along into round {e['round']}."
    ),
    "kept": lambda who, e: f"{who} takes nothing along.",
    "came-due": lambda who, e: (
        f"{psychic(e['psychic'])} moves to the last mansion, where it costs {who} 2."
    ),
    "psychic-taken": lambda who, e: f"{who} takes {psychic(e['psychic'])}.",
    "psychic-removed": lambda who, e: f"{psychic(e['psychic'])} leaves the game.",
    "drew": lambda who, e: (
        f"{who} draws {several(e['count'], 'card')}."
        if e["count"]
        else f"The deck of {who} is empty."
    ),
    "drew-cards": lambda who, e: (
        f"  ({who} draws a {e['first']} and a {e['second']}.)"
        if e["first"]
        else f"  ({who} draws a {e['second']}.)"
    ),
    "placed": lambda who, e: (
        f"{who} lays {card(e['card']) if e['card'] else 'a card'} face down at the last mansion."
    ),
    "placed-card": lambda who, e: f"  (It is {card(e['card'])}.)",
    "not-placed": lambda who, e: f"{who} lays nothing at the last mansion.",
    "round-began": began_sentence,
    "turned-up": lambda who, e: f"{psychic(e['psychic'])} is turned up for round {e['round']}.",
    "trip-lapsed": lambda who, e: f"{who} is steady again.",
    "tenth-began": lambda who, e: f"The last mansion: {mansions(e)}. All cards are turned up.",
    "revealed": lambda who, e: f"{who} has {card(e['card'])} there.",
    "resolved": lambda who, e: f"{who} lets {card(e['card'])} act.",
    "shown": lambda who, e: f"The top card of the deck of {who} is a {e['value']}.",
    "sent": lambda who, e: (
        f"{capital(card(e['card']) if e['card'] else 'a card')} of {who}'s hand "
        "goes ahead to the last mansion."
    ),
    "sent-card": lambda who, e: f"  (It is {card(e['card'])}.)",
    "tied": tied_sentence,
    "game-ended": ended_sentence,
}


def tell(happened: Json, names: Sequence[str]) -> str:
    """Return an event as a sentence; it is empty for events that are only animated."""
    seat = happened["seat"]
    return SENTENCES[happened["event"]]("" if seat is None else names[seat], happened)
