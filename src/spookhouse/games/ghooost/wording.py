"""Events of Ghooost! in words; refusals are in refusals.py."""

from collections.abc import Callable, Sequence

from spookhouse.games.ghooost import rules
from spookhouse.games.ghooost.piece_names import ghost, ghosts, several
from spookhouse.games.ghooost.pieces import TEXTS
from spookhouse.games.ghooost.positions import REASONS
from spookhouse.games.ghooost.refusals import why
from spookhouse.kernel.contract import Json, event, revealing, sweep

__all__ = ["EVENTS", "tell", "why"]

SOURCES = ("crypt", "mansion")  # rules.FROM_CRYPT is 0
ORDINALS = ("", "first", "second", "third", "fourth", "fifth")


def card(code: int) -> str:
    """Return the text of a card."""
    return TEXTS[code]


def source(code: int) -> str:
    """Return the pile that a ghost was turned up from."""
    return SOURCES[code]


def reason(code: int) -> str:
    """Return the word for the end of a game."""
    return REASONS[code - 1]


EVENTS = {
    rules.DEALT: sweep("dealt", round=int),
    rules.HAND_CARD: revealing("hand-card", card=card, count=int),
    rules.PLAYED: event("played", card=card, count=int, copy=bool),
    rules.KITTY_PLAYED: event("kitty"),
    rules.TURNED_UP: revealing("turned-up", card=card, source=source, valid=bool),
    rules.COLLECTED: event("collected", count=int),
    rules.TAKEN: event("taken", card=card),
    rules.PASSED: event("passed"),
    rules.DOUBLE: event("double"),
    rules.TRIPLE: event("triple"),
    rules.QUARTET_MADE: event("quartet", card=card),
    rules.TWISTED: event("direction-turned", direction=int),
    rules.DISCARDED: event("discarded", count=int),
    rules.REFILLED: event("refilled", count=int),
    rules.DREW: revealing("drew", card=card),
    rules.MIDNIGHT: event("midnight"),
    rules.LEFT: event("left", place=int),
    rules.SKIPPED: event("skipped"),
    rules.EXTRA_TURN: event("extra-turn"),
    rules.DAWN_BROKE: event("dawn", quiet=int),
    rules.ROUND_ENDED: event("round-ended", round=int),
    rules.SCORED: event("scored", points=int, total=int),
    rules.BOO: event("boo", boos=int),
    rules.GAME_ENDED: event("game-ended", reason=reason),
}

# === EVENTS ===


def played_sentence(who: str, e: Json) -> str:
    """Return which ghosts were played, and whether Miss Copy joined."""
    return f"{who} plays {several(e['count'], e['card'])}{' with Miss Copy' if e['copy'] else ''}."


def turned_up_sentence(who: str, e: Json) -> str:
    """Return which ghost was turned up, and whether it is valid."""
    end = "." if e["valid"] else ", who has no place here!"
    return f"{who} opens the {e['source']}: {ghost(e['card'])}{end}"


def collected_sentence(who: str, e: Json) -> str:
    """Return how many ghosts were collected; a ghost turned up may meet an empty cemetery."""
    if not e["count"]:
        return f"{who} finds an empty cemetery and keeps the ghost."
    return f"{who} takes the {ghosts(e['count'])} of the cemetery home."


def direction_sentence(who: str, e: Json) -> str:
    """Return the new direction of play."""
    way = "clockwise" if e["direction"] > 0 else "back round, against the clock"
    return f"Everything spins: play now goes {way}."


def ended_sentence(who: str, e: Json) -> str:
    """Return the winner of a match or the loser of a game."""
    if e["reason"] == "second-boo":
        return f"{who} wins the match!"
    return f"{who} is the last one haunted, and owes the table a terrifying ghost sound!"


Sentence = Callable[[str, Json], str]  # name of the player, event

SENTENCES: dict[str, Sentence] = {
    "dealt": lambda who, e: f"Round {e['round']} is dealt. {who} starts.",
    "hand-card": lambda who, e: "",
    "played": played_sentence,
    "kitty": lambda who, e: f"{who} lets Kitty stroll past the cemetery.",
    "turned-up": turned_up_sentence,
    "collected": collected_sentence,
    "taken": lambda who, e: "",
    "passed": lambda who, e: f"{who} has only Miss Copies and nobody to copy, and passes.",
    "double": lambda who, e: "A Double!",
    "triple": lambda who, e: "A Triple!",
    "quartet": lambda who, e: f"A Quartet of {ghost(e['card'])}! The cemetery empties.",
    "direction-turned": direction_sentence,
    "discarded": lambda who, e: (
        f"{ghosts(e['count']).capitalize()} {'is' if e['count'] == 1 else 'are'} gone for good."
    ),
    "refilled": lambda who, e: f"{who} draws {e['count']} from the crypt.",
    "drew": lambda who, e: f"  ({who} draws {ghost(e['card'])}.)",
    "midnight": lambda who, e: "The crypt is empty. The clock strikes midnight!",
    "left": lambda who, e: (
        f"{who} is free of ghosts and leaves the house, {ORDINALS[e['place']]} out of the door."
    ),
    "skipped": lambda who, e: f"{who} stares at Kitty and misses a turn.",
    "extra-turn": lambda who, e: f"{who} goes again.",
    "dawn": lambda who, e: (
        f"Nothing has stirred for {e['quiet']} moves. Dawn breaks, and the ghosts are counted."
    ),
    "round-ended": lambda who, e: (
        f"Round {e['round']} is over: {who} stays behind with the ghosts."
    ),
    "scored": lambda who, e: f"{who} scores {e['points']} and has {e['total']}.",
    "boo": lambda who, e: (
        f"Boo! {who} gets a Boo! token{'' if e['boos'] == 1 else ', number ' + str(e['boos'])}."
    ),
    "game-ended": ended_sentence,
}


def tell(happened: Json, names: Sequence[str]) -> str:
    """Return an event as a sentence; it is empty for events that are only animated."""
    seat = happened["seat"]
    return SENTENCES[happened["event"]]("" if seat is None else names[seat], happened)
