"""Rest in Peace in words: what happened, and why a move is refused."""

from collections.abc import Callable, Sequence

import numpy as np

from spookhouse.games.rest_in_peace import codes, psychics, rules
from spookhouse.games.rest_in_peace.notation import (
    REASONS,
    TEXT_OF,
    VOCABULARY,
    entries,
    played,
    write_move,
)
from spookhouse.games.rest_in_peace.pieces import (
    AUNTIE,
    BACK,
    BE_GONE,
    BLOODY_MARY,
    CARD_CODES,
    CHRISTMAS,
    DOUBLE_VISION,
    HOUSE_SWAP,
    MEET_AT_THE_END,
    PLAYING_DEAD,
    PSYCHIC,
    PSYCHIC_CARDS,
    STILL_ME,
    VALUES,
    WEDDING,
    WORTH,
    card_text,
)
from spookhouse.kernel.contract import Json, State, event


def card_or_none(code: int) -> str | None:
    """A card in an event; 0 stands for one that is not shown."""
    return card_text(code) if code else None


def number_or_none(number: int) -> int | None:
    return number or None


def value(number: int) -> str:
    return str(number)


def reason(code: int) -> str:
    return REASONS[code - 1]


EVENTS = {
    codes.PLAYED: event("played", card=card_text, move=write_move, at_random=bool),
    codes.SILENCED: event("silenced", psychic=int),
    codes.EFFECT: event("effect", psychic=int, first=int, second=int),
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
    codes.DREW_CARDS: event("drew-cards", first=number_or_none, second=int),
    codes.PLACED: event("placed", card=card_or_none),
    codes.PLACED_CARD: event("placed-card", card=card_text),
    codes.NOT_PLACED: event("not-placed"),
    codes.ROUND_BEGAN: event(
        "round-began", round=int, manors=int, castles=int, psychic=number_or_none
    ),
    codes.TURNED_UP: event("turned-up", psychic=int, round=int),
    codes.TRIP_LAPSED: event("trip-lapsed"),
    codes.TENTH_BEGAN: event("tenth-began", manors=int, castles=int),
    codes.REVEALED: event("revealed", card=card_text),
    codes.RESOLVED_NOW: event("resolved", card=card_text, move=write_move),
    codes.SHOWN: event("shown", value=value),
    codes.SENT: event("sent", card=card_or_none),
    codes.SENT_CARD: event("sent-card", card=card_text),
    codes.ROUND_TIED: event("tied", manors=int, castles=int),
    codes.GAME_ENDED: event("game-ended", reason=reason),
}

# === WORDS ===


def psychic(number: int) -> str:
    """ "Acro-bats (p8)" """
    return f"{PSYCHIC_CARDS[number].name} (p{number})"


def card(text: str) -> str:
    """ "a 5", "Acro-bats (p8)" """
    return psychic(int(text[1:])) if text[0] == "p" else f"a {text[1:]}"


def code(number: int) -> str:
    return card(card_text(number))


def many(number: int, word: str) -> str:
    return f"{('no', 'a', 'two', 'three', 'four', 'five', 'six')[number]} {word}{'' if number == 1 else 's'}"


def owned(number: int, word: str) -> str:
    """ "1 Manor", "2 Castles" """
    return f"{number} {word}{'' if number == 1 else 's'}"


def mansions(e: Json) -> str:
    """ "a Manor and a Castle" """
    found = [
        many(e[key], word) for key, word in (("manors", "Manor"), ("castles", "Castle")) if e[key]
    ]
    return " and ".join(found) or "nothing"


# === EFFECTS ===

Effect = Callable[[str, int, int], str]

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
        f"{capital(code(a))} is thrown out of the house." if a else "There is nobody to throw out."
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
        f"{who} plays dead{f', takes back {code(a)}' if a else ''} and loses the round at once."
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


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def tell_effect(who: str, e: Json) -> str:
    told = EFFECTS.get(e["psychic"])
    return told(who, e["first"], e["second"]) if told else ""


# === EVENTS ===


def tell_withdrew(who: str, e: Json) -> str:
    if e["lone_card"]:
        return f"{who} finds no second card and has to withdraw."
    return f"{who} withdraws, {e['total']} against {e['other_total']}."


def tell_token(who: str, e: Json) -> str:
    return f"{who} wins {mansions(e)} and now owns {owned(e['manors_in_all'], 'Manor')} and {owned(e['castles_in_all'], 'Castle')}."


def tell_total(who: str, e: Json) -> str:
    return f"{who} stands at {e['total']}, the other side at {e['other_total']}."


def tell_began(who: str, e: Json) -> str:
    seer = f", watched by {psychic(e['psychic'])}" if e["psychic"] else ""
    return f"Round {e['round']}: {mansions(e)}{seer}. {who} starts."


def tell_tied(who: str, e: Json) -> str:
    return (
        f"A tie: {mansions(e)} {'stays' if e['manors'] + e['castles'] == 1 else 'stay'} unclaimed."
    )


def tell_ended(who: str, e: Json) -> str:
    words = {
        "manors": f"{who} owns four Manors and wins!",
        "castles": f"{who} owns three Castles and wins!",
        "tenth-round": f"{who} takes the last mansion and wins!",
        "tokens": f"The last mansion stays empty; {who} has more of the others and wins!",
        "draw": "Neither family is ahead. The feud goes on for ever: a draw.",
    }
    return words[e["reason"]]


Teller = Callable[[str, Json], str]

TELLERS: dict[str, Teller] = {
    "played": lambda who, e: (
        f"{who} stumbles and drops {card(e['card'])}."
        if e["at_random"]
        else f"{who} plays {card(e['card'])}."
    ),
    "silenced": lambda who, e: "Under We're worthless (p29) it is a plain 1.",
    "effect": tell_effect,
    "total-changed": tell_total,
    "turn-ended": lambda who, e: f"{who} ends the turn, {e['total']} against {e['other_total']}.",
    "withdrew": tell_withdrew,
    "token-won": tell_token,
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
        f"{who} draws {many(e['count'], 'card')}." if e["count"] else f"The deck of {who} is empty."
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
    "round-began": tell_began,
    "turned-up": lambda who, e: f"{psychic(e['psychic'])} is turned up for round {e['round']}.",
    "trip-lapsed": lambda who, e: f"{who} is steady again.",
    "tenth-began": lambda who, e: f"The last mansion: {mansions(e)}. All cards are turned up.",
    "revealed": lambda who, e: f"{who} has {card(e['card'])} there.",
    "resolved": lambda who, e: f"{who} lets {card(e['card'])} act.",
    "shown": lambda who, e: f"The top card of the deck of {who} is a {e['value']}.",
    "sent": lambda who, e: (
        f"{capital(card(e['card']) if e['card'] else 'a card')} of {who}'s hand goes ahead to the last mansion."
    ),
    "sent-card": lambda who, e: f"  (It is {card(e['card'])}.)",
    "tied": tell_tied,
    "game-ended": tell_ended,
}


def tell(happened: Json, names: Sequence[str]) -> str:
    """One event in a sentence; an empty one for those that only animate."""
    seat = happened["seat"]
    return TELLERS[happened["event"]]("" if seat is None else names[seat], happened)


# === REFUSALS ===

Refusal = tuple[str, str]


def why(state: State, seat: int, action: int) -> Refusal:
    """The number of the rule that forbids the move, and the reason in this position."""
    if state.phase == codes.OVER:
        return why_over(state)
    if state.turn != seat:
        return "RIP 3.1", f"it is the turn of seat {state.turn}, not of seat {seat}"
    if action not in VOCABULARY:
        return "RIP 3.1", f"{action} is no move"
    return PHASE_REFUSALS[int(state.phase)](state, seat, action)


def why_over(state: State) -> Refusal:
    ending = REASONS[rules.reason(state) - 1]
    rule = {"manors": "RIP 3.3", "castles": "RIP 3.3", "tenth-round": "RIP 6.4"}.get(
        ending, "RIP 6.5"
    )
    return rule, f"the game is over ({ending})"


# === REFUSED IN A TURN ===


def why_not_in_turn(state: State, seat: int, action: int) -> Refusal:
    if action == codes.END:
        return (
            "RIP 5.1",
            "under Two's more fun (p14) one card is not enough: play a second one before you end the turn",
        )
    if action == codes.KEEP or codes.CARRY < action < codes.PLACE:
        return (
            "RIP Card 15",
            "a card is carried on after a round that you won with Still me (p15), not during a turn",
        )
    if action == codes.SKIP or codes.PLACE < action < codes.PLAY:
        return (
            "RIP 3.4",
            "cards are placed on the 10th round after a round that you lost, not during a turn",
        )
    return why_not_play(state, seat, action)


def why_not_play(state: State, seat: int, action: int) -> Refusal:
    missing = why_not_held(state, seat, action)
    if missing:
        return missing
    if not rules.can_play_any(state, seat):
        number = rules.count_playable(state, seat)
        return (
            "RIP 5.1",
            f"under Two's more fun (p14) you need at least two cards that you could play, and you have {number}",
        )
    if action == codes.TRIP:
        return why_not_trip(state, seat)
    if psychics.is_bound(state, seat):
        return "RIP Card 6", why_bound(state, seat)
    if action < codes.PLAY:
        return (
            "RIP Card 25",
            f"They were never seen again... (p25) bans the {action - codes.LAY}s this round",
        )
    return why_not_psychic(state, seat, *played(action))


def why_not_held(state: State, seat: int, action: int) -> Refusal | None:
    if codes.LAY < action < codes.CARRY and not state.hands[seat, action - codes.LAY]:
        return "RIP 3.1", f"you hold no {action - codes.LAY}"
    if action >= codes.PLAY and not int(state.reserves[seat]) >> played(action)[0] & 1:
        return "RIP 3.1", f"{psychic(played(action)[0])} is not in your reserve"
    return None


def why_bound(state: State, seat: int) -> str:
    if psychics.count_allowed(state, seat):
        return "you are tripped: the first card is a random one of your hand (trip), or you end the turn"
    return "you are tripped and hold no ghost that may be played: you can only end the turn"


def why_not_trip(state: State, seat: int) -> Refusal:
    if psychics.is_bound(state, seat):
        return "RIP Card 6", why_bound(state, seat)
    return "RIP Card 6", "nobody has tripped you: choose the card that you play"


def why_not_psychic(state: State, seat: int, number: int, choice: int) -> Refusal:
    if number == WEDDING:
        return (
            "RIP Card 7",
            "Postponed wedding (p7) is not played in rounds 1 to 9: place it on the 10th round",
        )
    if psychics.is_shut_out(state, seat):
        return (
            "RIP 5.3",
            "Private lounge (p24) of your opponent lets no psychic in this round, We're worthless (p29) included",
        )
    if rules.is_playable(state, seat, number) and not rules.can_play_psychic(state, seat, number):
        return (
            "RIP 5.1",
            f"under Two's more fun (p14) {psychic(number)}, which ends the round, must be at least the second card of the turn",
        )
    if not rules.is_playable(state, seat, number):
        if number == BLOODY_MARY and not psychics.can_pay_for_mary(state, seat):
            return (
                "RIP Card 21",
                f"Bloody Mary (p21) costs two ghosts of your hand, and you hold {state.hand_sizes[seat]}",
            )
        return (
            "RIP Card 25",
            f"{psychic(number)} works as a {WORTH[number]}, and They were never seen again... (p25) bans the {WORTH[number]}s",
        )
    return why_not_choice(state, seat, number, choice)


# === REFUSED CHOICES ===


def why_not_choice(state: State, seat: int, number: int, choice: int) -> Refusal:
    """The card may be played, but not with this choice."""
    if psychics.is_worthless(state, int(state.round_number)):
        return (
            "RIP Card 29",
            f"under We're worthless (p29) it is a plain 1 without a choice: p{number}",
        )
    offered = offered_choices(state, seat, number)
    if not choice:
        return "RIP 4.5", f"{psychic(number)} needs a choice: {', '.join(offered)}"
    if offered == [f"p{number}"]:
        return (
            f"RIP Card {number}",
            f"{NOTHING.get(number, 'there is nothing to choose')}: p{number}",
        )
    return (
        f"RIP Card {number}",
        f"{CHOICES.get(number, 'that cannot be chosen')}; what can: {', '.join(offered)}",
    )


def offered_choices(state: State, seat: int, number: int) -> list[str]:
    actions = np.zeros(rules.MAX_ACTIONS, np.int32)
    found = psychics.legal_choices(state, seat, number, actions, 0)
    return [TEXT_OF[action] for action in actions[:found].tolist()]


NOTHING = {
    AUNTIE: "your deck has no ghost that may come",
    BE_GONE: "the other row is empty",
    DOUBLE_VISION: "no ghost of yours can be copied",
    BACK: "no ghost of yours lies in an earlier round",
    CHRISTMAS: "both decks are empty",
    MEET_AT_THE_END: "both hands are empty",
    BLOODY_MARY: "you do not hold two ghosts to pay with",
    PLAYING_DEAD: "there is no card to take back",
    HOUSE_SWAP: "there are not two later rounds",
}

CHOICES = {
    AUNTIE: "your deck holds no such ghost, or it is banned",
    BE_GONE: "that card does not lie in the other row",
    DOUBLE_VISION: "no ghost of that value was played by you this round and may be copied",
    BACK: "no ghost of that value lies in your rows of earlier rounds",
    CHRISTMAS: "that deck is empty",
    BLOODY_MARY: "you do not hold these two ghosts",
    PLAYING_DEAD: "you did not play that card this round",
    HOUSE_SWAP: "only rounds after this one can be swapped",
}

# === REFUSED BETWEEN ROUNDS ===


def why_not_carry(state: State, seat: int, action: int) -> Refusal:
    if not codes.CARRY < action < codes.PLACE:
        return (
            "RIP 3.4",
            "the round is won: carry a card on into the next one, or keep all where they are",
        )
    text = card_text(action - codes.CARRY)
    if action == codes.CARRY + PSYCHIC + STILL_ME:
        return "RIP Card 15", "Still me (p15) cannot carry itself"
    if any(
        codes.card_of(entry) == CARD_CODES[text]
        for entry in entries(state, seat, int(state.round_number))
    ):
        return "RIP Card 15", f"{card(text)} was carried here itself and not played this round"
    return "RIP Card 15", f"you did not play {card(text)} this round, or it left your row"


def why_not_place(state: State, seat: int, action: int) -> Refusal:
    if not codes.PLACE < action < codes.PLAY:
        return "RIP 3.4", "the round is over: place a card on the 10th round, or skip"
    number = action - codes.PLACE
    if number < VALUES:
        return "RIP 3.4", f"you hold no {number}"
    return "RIP 3.4", f"{code(number)} is not in your reserve"


def why_not_tenth(state: State, seat: int, action: int) -> Refusal:
    if action < codes.PLAY:
        return "RIP 6.2", "in the 10th round cards are only resolved, one at a time"
    number, choice = played(action)
    if not rules.cards_to_resolve(state, seat) >> number & 1:
        return "RIP 6.2", f"{psychic(number)} is not a card of yours that is still to be resolved"
    return why_not_choice(state, seat, number, choice)


PHASE_REFUSALS: dict[int, Callable[[State, int, int], Refusal]] = {
    codes.TURN: why_not_in_turn,
    codes.CARRY_PHASE: why_not_carry,
    codes.PLACE_PHASE: why_not_place,
    codes.TENTH: why_not_tenth,
}
