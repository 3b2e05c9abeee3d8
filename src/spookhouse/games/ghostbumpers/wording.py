"""Events of Ghostbumpers in words; refusals are in refusals.py."""

from collections.abc import Callable, Sequence

from spookhouse.games.ghostbumpers import rules
from spookhouse.games.ghostbumpers.piece_names import (
    NUMBERS,
    cards,
    monsters,
    points,
    result,
    unfazed,
)
from spookhouse.games.ghostbumpers.pieces import TEXTS, ZERO_TEN
from spookhouse.games.ghostbumpers.positions import REASONS, card_of
from spookhouse.games.ghostbumpers.refusals import why
from spookhouse.kernel.contract import Json, event, revealing, sweep

__all__ = ["EVENTS", "tell", "why"]


def card(code: int) -> str:
    """Return the text of a card."""
    return TEXTS[code]


def tenth(tenfold: int) -> float:
    """Return a result, given ten times as large."""
    return tenfold / 10


def reason(code: int) -> str:
    """Return the word for the end of a game."""
    return REASONS[code - 1]


EVENTS = {
    rules.DEALT: sweep("dealt", round=int),
    rules.HAND_CARD: revealing("hand-card", card=card, count=int),
    rules.LEVEL_SET: event("scare-level-set"),
    rules.LEVEL: event("scare-level", above=int),
    rules.TRICKS_BEGIN: event("tricks-begin"),
    rules.PLAYED: event("played", value=int, count=int, result=tenth),
    rules.DREW: revealing("drew", card=card, count=int),
    rules.DRAWN: event("drawn", count=int),
    rules.RENEWED: event("deck-renewed", count=int),
    rules.DROPPING_BEGINS: event("dropping-begins", owed=int),
    rules.DROPPED: event("dropped"),
    rules.DROPPED_CARD: revealing("dropped-card", card=card),
    rules.RESTOCKED: event("deck-restocked", count=int),
    rules.WON: event("trick-won", value=int, count=int, result=tenth),
    rules.UNFAZED_SHOWN: revealing("unfazed", count=int, cards=int),
    rules.SCARED: revealing("scared", below=int),
    rules.MOVED_UP: event("moved-up", cards=int),
    rules.UNMOVED: event("unmoved"),
    rules.DISCARDED: event("discarded", count=int),
    rules.PARANOIA_SCORED: event("paranoia"),
    rules.HANDS_EMPTY: event("hands-empty"),
    rules.ROUND_ENDED: event("round-ended", round=int),
    rules.TURNED_UP: revealing("turned-up", above=int, below=int),
    rules.SCORED: event("scored", points=int, total=int),
    rules.GAME_ENDED: event("game-ended", reason=reason),
    rules.WINNER: event("winner", points=int, winners=int),
}

# === EVENTS ===


def played_sentence(who: str, e: Json) -> str:
    """Return which cards were played, and the result of a set."""
    value, number = e["value"], e["count"]
    shown = monsters(TEXTS[card_of(value)], number)
    if card_of(value) == ZERO_TEN:
        shown = f"{shown} as {value}"
    return f"{who} plays {shown}." if number == 1 else f"{who} plays {shown}, worth {result(e)}."


def moved_sentence(who: str, e: Json) -> str:
    """Return that the bottom card of a character deck was moved to its top."""
    return (
        f"A 0/10 in the trick: {who} turns up nothing, "
        "and slips the bottom card of the character deck on top, unseen."
    )


def turned_up_sentence(who: str, e: Json) -> str:
    """Return where the Scared card lay at the end of a round."""
    if e["above"] == 0:
        return f"{who} had the Scared card right on top, and {unfazed(e['below'])} below it."
    return (
        f"{who} turns up {unfazed(e['above'])} before the Scared card, "
        f"and has {NUMBERS[e['below']]} below it."
    )


def scored_sentence(who: str, e: Json) -> str:
    """Return the points of a round and of the game so far."""
    return f"{who} scores {points(e['points']) if e['points'] else 'nothing'} and has {e['total']}."


def winner_sentence(who: str, e: Json) -> str:
    """Return a winner, alone or with others."""
    won = "wins" if e["winners"] == 1 else "shares the win"
    return f"{who} {won} with {points(e['points'])}!"


Sentence = Callable[[str, Json], str]  # name of the player, event

SENTENCES: dict[str, Sentence] = {
    "dealt": lambda who, e: f"Round {e['round']} is dealt. {who} has the starting card.",
    "hand-card": lambda who, e: "",
    "scare-level-set": lambda who, e: f"{who} hides the Scared card.",
    "scare-level": lambda who, e: f"  ({who} puts {unfazed(e['above'])} above it.)",
    "tricks-begin": lambda who, e: f"All nerves are set. {who} leads the first trick.",
    "played": played_sentence,
    "drew": lambda who, e: f"  ({who} draws {monsters(e['card'], e['count'])}.)",
    "drawn": lambda who, e: f"{who} draws {cards(e['count'])}.",
    "deck-renewed": lambda who, e: (
        f"The deck has run out: the {cards(e['count'])} of the discard are shuffled into a new one."
    ),
    "dropping-begins": lambda who, e: (
        f"Deck and discard are empty, and {who} must draw: "
        "everybody with cards gives one up, in secret."
    ),
    "dropped": lambda who, e: f"{who} gives up a card.",
    "dropped-card": lambda who, e: f"  ({who} gives up {monsters(e['card'], 1)}.)",
    "deck-restocked": lambda who, e: f"{cards(e['count'])} shuffled: that is the new deck.",
    "trick-won": lambda who, e: f"{who} wins the trick with {result(e)}.",
    "unfazed": lambda who, e: f"{who} turns up {unfazed(e['count'])} and has {e['cards']} left.",
    "scared": lambda who, e: f"Eeek! {who} turns up the Scared card.",
    "moved-up": moved_sentence,
    "unmoved": lambda who, e: (
        f"A 0/10 in the trick: {who} turns up nothing, and with a single card left nothing moves."
    ),
    "discarded": lambda who, e: "",
    "paranoia": lambda who, e: (
        f"Paranoia! It was the very last card: {who} takes all, the others nothing."
    ),
    "hands-empty": lambda who, e: "All hands are empty, and nobody has screamed.",
    "round-ended": lambda who, e: f"Round {e['round']} is over.",
    "turned-up": turned_up_sentence,
    "scored": scored_sentence,
    "game-ended": lambda who, e: (
        "The last round is driven." if e["reason"] == "rounds" else "The target is reached."
    ),
    "winner": winner_sentence,
}


def tell(happened: Json, names: Sequence[str]) -> str:
    """Return an event as a sentence; it is empty for events that are only animated."""
    seat = happened["seat"]
    return SENTENCES[happened["event"]]("" if seat is None else names[seat], happened)
