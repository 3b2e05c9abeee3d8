"""Ghostbumpers in words: what happened, and why a move is refused."""

from collections.abc import Callable, Sequence

from spookhouse.games.ghostbumpers import rules
from spookhouse.games.ghostbumpers.notation import REASONS, VOCABULARY, laid
from spookhouse.games.ghostbumpers.pieces import TEXTS, ZERO_TEN
from spookhouse.kernel.contract import Json, State, event, sweep

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven")


def card(code: int) -> str:
    return TEXTS[code]


def tenth(tenfold: int) -> float:
    return tenfold / 10


def reason(code: int) -> str:
    return REASONS[code - 1]


EVENTS = {
    rules.DEALT: sweep("dealt", round=int),
    rules.HAND_CARD: event("hand-card", card=card, count=int),
    rules.LEVEL_SET: event("scare-level-set"),
    rules.LEVEL: event("scare-level", above=int),
    rules.TRICKS_BEGIN: event("tricks-begin"),
    rules.PLAYED: event("played", value=int, count=int, result=tenth),
    rules.DREW: event("drew", card=card, count=int),
    rules.DRAWN: event("drawn", count=int),
    rules.RENEWED: event("deck-renewed", count=int),
    rules.DROPPING_BEGINS: event("dropping-begins", owed=int),
    rules.DROPPED: event("dropped"),
    rules.DROPPED_CARD: event("dropped-card", card=card),
    rules.RESTOCKED: event("deck-restocked", count=int),
    rules.WON: event("trick-won", value=int, count=int, result=tenth),
    rules.UNFAZED_SHOWN: event("unfazed", count=int, cards=int),
    rules.SCARED: event("scared", below=int),
    rules.MOVED_UP: event("moved-up", cards=int),
    rules.UNMOVED: event("unmoved"),
    rules.DISCARDED: event("discarded", count=int),
    rules.PARANOIA_SCORED: event("paranoia"),
    rules.HANDS_EMPTY: event("hands-empty"),
    rules.ROUND_ENDED: event("round-ended", round=int),
    rules.TURNED_UP: event("turned-up", above=int, below=int),
    rules.SCORED: event("scored", points=int, total=int),
    rules.GAME_ENDED: event("game-ended", reason=reason),
    rules.WINNER: event("winner", points=int, winners=int),
}

# === EVENTS ===


def cards(number: int) -> str:
    return "1 card" if number == 1 else f"{number} cards"


def points(number: int) -> str:
    return "1 point" if number == 1 else f"{number} points"


def unfazed(number: int) -> str:
    return f"{NUMBERS[number]} Unfazed card{'' if number == 1 else 's'}"


def monsters(text: str, number: int) -> str:
    """ "a 5", "three 8s", "two 0/10s" """
    return f"{'an' if text == '8' else 'a'} {text}" if number == 1 else f"{NUMBERS[number]} {text}s"


def played_result(e: Json) -> str:
    """A result as it is read out: 4 for one card, 3.8 or 2.0 for a set."""
    return f"{e['result']:.0f}" if e["count"] == 1 else f"{e['result']:.1f}"


def tell_played(who: str, e: Json) -> str:
    value = e["value"]
    if rules.card_of(value) == ZERO_TEN:
        shown = f"{monsters(TEXTS[ZERO_TEN], e['count'])} as {value}"
    else:
        shown = monsters(str(value), e["count"])
    return (
        f"{who} plays {shown}."
        if e["count"] == 1
        else f"{who} plays {shown}, worth {played_result(e)}."
    )


def tell_dropping(who: str, e: Json) -> str:
    return f"Deck and discard are empty, and {who} must draw: everybody with cards gives one up, in secret."


def tell_unfazed(who: str, e: Json) -> str:
    return f"{who} turns up {unfazed(e['count'])} and has {e['cards']} left."


def tell_scared(who: str, e: Json) -> str:
    return f"Eeek! {who} turns up the Scared card."


def tell_moved(who: str, e: Json) -> str:
    return f"A 0/10 in the trick: {who} turns up nothing, and slips the bottom card of the character deck on top, unseen."


def tell_turned_up(who: str, e: Json) -> str:
    if e["above"] == 0:
        return f"{who} had the Scared card right on top, and {unfazed(e['below'])} below it."
    return f"{who} turns up {unfazed(e['above'])} before the Scared card, and has {NUMBERS[e['below']]} below it."


def tell_scored(who: str, e: Json) -> str:
    return f"{who} scores {points(e['points']) if e['points'] else 'nothing'} and has {e['total']}."


def tell_ended(who: str, e: Json) -> str:
    return "The last round is driven." if e["reason"] == "rounds" else "The target is reached."


def tell_winner(who: str, e: Json) -> str:
    return (
        f"{who} wins with {points(e['points'])}!"
        if e["winners"] == 1
        else f"{who} shares the win with {points(e['points'])}!"
    )


Teller = Callable[[str, Json], str]

TELLERS: dict[str, Teller] = {
    "dealt": lambda who, e: f"Round {e['round']} is dealt. {who} has the starting card.",
    "hand-card": lambda who, e: "",
    "scare-level-set": lambda who, e: f"{who} hides the Scared card.",
    "scare-level": lambda who, e: f"  ({who} puts {unfazed(e['above'])} above it.)",
    "tricks-begin": lambda who, e: f"All nerves are set. {who} leads the first trick.",
    "played": tell_played,
    "drew": lambda who, e: f"  ({who} draws {monsters(e['card'], e['count'])}.)",
    "drawn": lambda who, e: f"{who} draws {cards(e['count'])}.",
    "deck-renewed": lambda who, e: (
        f"The deck has run out: the {cards(e['count'])} of the discard are shuffled into a new one."
    ),
    "dropping-begins": tell_dropping,
    "dropped": lambda who, e: f"{who} gives up a card.",
    "dropped-card": lambda who, e: f"  ({who} gives up {monsters(e['card'], 1)}.)",
    "deck-restocked": lambda who, e: f"{cards(e['count'])} shuffled: that is the new deck.",
    "trick-won": lambda who, e: f"{who} wins the trick with {played_result(e)}.",
    "unfazed": tell_unfazed,
    "scared": tell_scared,
    "moved-up": tell_moved,
    "unmoved": lambda who, e: (
        f"A 0/10 in the trick: {who} turns up nothing, and with a single card left nothing moves."
    ),
    "discarded": lambda who, e: "",
    "paranoia": lambda who, e: (
        f"Paranoia! It was the very last card: {who} takes all, the others nothing."
    ),
    "hands-empty": lambda who, e: "All hands are empty, and nobody has screamed.",
    "round-ended": lambda who, e: f"Round {e['round']} is over.",
    "turned-up": tell_turned_up,
    "scored": tell_scored,
    "game-ended": tell_ended,
    "winner": tell_winner,
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
    if not state.owing >> seat & 1:
        return why_not_now(state, seat)
    if action not in VOCABULARY:
        return "GB 2", f"{action} is no move"
    if action < rules.PLAY:
        return why_not_scare(state)
    return (
        why_not_cards(state, seat, action)
        if action < rules.DROP
        else why_not_drop(state, seat, action - rules.DROP)
    )


def why_over(state: State) -> tuple[str, str]:
    ending = REASONS[rules.reason(state) - 1]
    return {"rounds": "GB 6.1", "target": "GB 6.2"}[ending], f"the game is over ({ending})"


def why_not_now(state: State, seat: int) -> tuple[str, str]:
    """The seat owes no decision, somebody else does."""
    if state.phase == rules.TRICKS:
        return "GB 3.1", f"it is the turn of seat {state.turn}, not of seat {seat}"
    others = " and ".join(
        f"seat {other}" for other in range(int(state.players)) if state.owing >> other & 1
    )
    if state.phase == rules.SCARE_LEVELS:
        return (
            "GB 2.2",
            f"your Scared card is in its place, and stays there; {others} must still choose",
        )
    if state.dropped[seat] == rules.NOT_YET:
        return "GB 3.5", f"you had no card in hand to give up; {others} must still choose"
    return "GB 3.5", f"you have given up a card already; {others} must still choose"


def why_not_scare(state: State) -> tuple[str, str]:
    if state.phase == rules.DROPPING:
        return "GB 3.5", "deck and discard are empty: give up a card"
    return "GB 2.2", "scare levels are set before the first trick of a round, and then they stay"


def why_not_cards(state: State, seat: int, action: int) -> tuple[str, str]:
    if state.phase == rules.SCARE_LEVELS:
        return "GB 2.2", "no trick begins before everybody has set a scare level: set yours"
    if state.phase == rules.DROPPING:
        return "GB 3.5", "deck and discard are empty: give up a card before the trick goes on"
    value, number = laid(action)
    code = int(rules.card_of(value))
    rule = "GB 3.2" if code == ZERO_TEN else "GB 3.1"
    return rule, f"you hold {held(state, seat, code)}, not {NUMBERS[number]}"


def why_not_drop(state: State, seat: int, code: int) -> tuple[str, str]:
    if state.phase == rules.DROPPING:
        return "GB 3.5", f"you hold {held(state, seat, code)}"
    return (
        "GB 3.5",
        "cards are given up only when somebody must draw while deck and discard are both empty",
    )


def held(state: State, seat: int, code: int) -> str:
    """ "no 5", "one 0/10", "two 8s" """
    number = int(state.hands[seat, code])
    return f"{NUMBERS[number]} {TEXTS[code]}{'s' if number > 1 else ''}"
