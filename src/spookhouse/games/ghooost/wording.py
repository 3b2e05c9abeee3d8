"""Ghooost! in words: what happened, and why a move is refused."""

from collections.abc import Callable, Sequence

from spookhouse.games.ghooost import rules
from spookhouse.games.ghooost.notation import REASONS, VOCABULARY, laid, write_move
from spookhouse.games.ghooost.pieces import CODES, COPY, GHOSTS, HIGHEST, KITTY, TEXTS
from spookhouse.kernel.contract import Json, State, event, sweep

NUMBERS = ("no", "one", "two", "three", "four")
ORDINALS = ("", "first", "second", "third", "fourth", "fifth")


def card(code: int) -> str:
    return TEXTS[code]


def source(code: int) -> str:
    return ("crypt", "mansion")[code]


def reason(code: int) -> str:
    return REASONS[code - 1]


EVENTS = {
    rules.DEALT: sweep("dealt", round=int),
    rules.HAND_CARD: event("hand-card", card=card, count=int),
    rules.PLAYED: event("played", card=card, count=int, copy=bool),
    rules.KITTY_PLAYED: event("kitty"),
    rules.TURNED_UP: event("turned-up", card=card, source=source, valid=bool),
    rules.COLLECTED: event("collected", count=int),
    rules.TAKEN: event("taken", card=card),
    rules.PASSED: event("passed"),
    rules.DOUBLE: event("double"),
    rules.TRIPLE: event("triple"),
    rules.QUARTET_MADE: event("quartet", card=card),
    rules.TWISTED: event("direction-turned", direction=int),
    rules.DISCARDED: event("discarded", count=int),
    rules.REFILLED: event("refilled", count=int),
    rules.DREW: event("drew", card=card),
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


def ghost(text: str) -> str:
    """A card with its name: "Igor (12)", "Kitty"."""
    return f"{name(text)} ({text})" if text.isdigit() else name(text)


def name(text: str) -> str:
    return GHOSTS[CODES[text]].name


def several(number: int, text: str) -> str:
    """One or more ghosts of a value: "Igor (12)", "two 12s (Igor)"."""
    return ghost(text) if number == 1 else f"{NUMBERS[number]} {text}s ({name(text)})"


def ghosts(number: int) -> str:
    return "1 ghost" if number == 1 else f"{number} ghosts"


def tell_played(who: str, e: Json) -> str:
    return f"{who} plays {several(e['count'], e['card'])}{' with Miss Copy' if e['copy'] else ''}."


def tell_turned_up(who: str, e: Json) -> str:
    where = "the crypt" if e["source"] == "crypt" else "the mansion"
    return f"{who} opens {where}: {ghost(e['card'])}" + (
        "." if e["valid"] else ", who has no place here!"
    )


def tell_collected(who: str, e: Json) -> str:
    return (
        f"{who} takes the {ghosts(e['count'])} of the cemetery home."
        if e["count"]
        else f"{who} finds an empty cemetery and keeps the ghost."
    )


def tell_ended(who: str, e: Json) -> str:
    if e["reason"] == "second-boo":
        return f"{who} wins the match!"
    return f"{who} is the last one haunted, and owes the table a terrifying ghost sound!"


def tell_direction(who: str, e: Json) -> str:
    return f"Everything spins: play now goes {'clockwise' if e['direction'] > 0 else 'back round, against the clock'}."


Teller = Callable[[str, Json], str]

TELLERS: dict[str, Teller] = {
    "dealt": lambda who, e: f"Round {e['round']} is dealt. {who} starts.",
    "hand-card": lambda who, e: "",
    "played": tell_played,
    "kitty": lambda who, e: f"{who} lets Kitty stroll past the cemetery.",
    "turned-up": tell_turned_up,
    "collected": tell_collected,
    "taken": lambda who, e: "",
    "passed": lambda who, e: f"{who} has only Miss Copies and nobody to copy, and passes.",
    "double": lambda who, e: "A Double!",
    "triple": lambda who, e: "A Triple!",
    "quartet": lambda who, e: f"A Quartet of {ghost(e['card'])}! The cemetery empties.",
    "direction-turned": tell_direction,
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
    "game-ended": tell_ended,
}


def tell(happened: Json, names: Sequence[str]) -> str:
    """One event in a sentence; an empty one for those that only animate."""
    seat = happened["seat"]
    return TELLERS[happened["event"]]("" if seat is None else names[seat], happened)


# === REFUSALS ===


def why(state: State, seat: int, action: int) -> tuple[str, str]:
    """The number of the rule that forbids the move, and the reason in this position."""
    if state.phase == rules.OVER:
        return why_over(state)
    if state.turn != seat:
        return "GH 3", f"it is the turn of seat {state.turn}, not of seat {seat}"
    if action not in VOCABULARY:
        return "GH 3", f"{action} is no move"
    return REFUSALS.get(action, why_not_ghosts)(state, seat, action)


def why_over(state: State) -> tuple[str, str]:
    ending = REASONS[rules.reason(state) - 1]
    return {"last-haunted": "GH 6.2", "dawn": "GH 6.3", "second-boo": "GH 7.2"}[
        ending
    ], f"the game is over ({ending})"


def why_not_collect(state: State, seat: int, action: int) -> tuple[str, str]:
    return (
        "GH 3.3.1",
        "there is nothing to collect: no ghost lies in the cemetery and no Kitty beside it",
    )


def why_not_luck(state: State, seat: int, action: int) -> tuple[str, str]:
    return (
        "GH 3.6.2",
        "midnight has struck: the crypt is empty and nobody tries their luck any more",
    )


def why_not_mansion(state: State, seat: int, action: int) -> tuple[str, str]:
    if state.crypt_size > 0:
        return (
            "GH 3.6.2",
            f"mansions stay closed until midnight; the crypt still holds {ghosts(int(state.crypt_size))}",
        )
    return (
        "GH 3.4.1",
        f"the mansion is opened with an empty hand only; you hold {ghosts(int(state.hand_sizes[seat]))}",
    )


def why_not_pass(state: State, seat: int, action: int) -> tuple[str, str]:
    if state.hand_sizes[seat] == 0 or state.hands[seat, COPY] < state.hand_sizes[seat]:
        return "GH 3.5.1", "nobody may pass whose hand is anything but Miss Copies"
    return "GH 3.5.1", "nobody may pass while a ghost lies in the cemetery: collect it"


def why_not_kitty(state: State, seat: int, action: int) -> tuple[str, str]:
    return "GH 5.2", "you hold no Kitty"


def why_not_ghosts(state: State, seat: int, action: int) -> tuple[str, str]:
    value, number, copy = laid(action)
    held = int(state.hands[seat, value])
    if held < number:
        return (
            "GH 3.1.1",
            f"you hold only {NUMBERS[held]} {value}{'' if held == 1 else 's'}, not {NUMBERS[number]}"
            if held
            else f"you hold no {ghost(str(value))}",
        )
    if copy and state.hands[seat, COPY] == 0:
        return "GH 5.5", "you hold no Miss Copy"
    return why_not_valid(int(rules.top_value(state)), value)


def article(value: int) -> str:
    return "an" if value in (8, 11) else "a"


def why_not_valid(top: int, value: int) -> tuple[str, str]:
    valid = [v for v in range(HIGHEST, 0, -1) if rules.is_valid(top, v)]
    if rules.is_scary(top):
        playable = ", ".join(str(v) for v in valid)
        return (
            "GH 3.1.3",
            f"{article(value)} {value} cannot be played on {ghost(str(top))}, a Scary ghost; playable here: {playable}, Kitty, a Quartet",
        )
    higher = f"{top} or higher" if top < HIGHEST else str(top)
    return (
        "GH 3.1.2",
        f"{article(value)} {value} cannot be played on {ghost(str(top))}; playable here: {higher}, 1, Kitty, a Quartet",
    )


REFUSALS: dict[int, Callable[[State, int, int], tuple[str, str]]] = {
    rules.COLLECT: why_not_collect,
    rules.LUCK: why_not_luck,
    rules.MANSION: why_not_mansion,
    rules.PASS: why_not_pass,
    rules.PLAY_KITTY: why_not_kitty,
}

assert write_move(rules.PLAY_KITTY) == TEXTS[KITTY]
