"""Why a move of Rest in Peace is refused: the rule that forbids it and the reason."""

from collections.abc import Callable

import numpy as np

from spookhouse.games.rest_in_peace import codes, psychics, rules
from spookhouse.games.rest_in_peace.move_notation import TEXT_OF, VOCABULARY, choice_in, psychic_in
from spookhouse.games.rest_in_peace.piece_names import card_of_code, psychic
from spookhouse.games.rest_in_peace.pieces import (
    AUNTIE,
    BACK,
    BE_GONE,
    BLOODY_MARY,
    CHRISTMAS,
    DOUBLE_VISION,
    HOUSE_SWAP,
    MEET_AT_THE_END,
    PLAYING_DEAD,
    PSYCHIC,
    STILL_ME,
    VALUES,
    WEDDING,
    WORTH,
)
from spookhouse.games.rest_in_peace.positions import REASONS, row_entries
from spookhouse.kernel.contract import State

Refusal = tuple[str, str]  # rule, reason


def why(state: State, seat: int, action: int) -> Refusal:
    """Return the rule that forbids an illegal move, and the reason in this position."""
    if state.phase == codes.OVER:
        return why_over(state)
    if state.turn != seat:
        return "RIP 3.1", f"it is the turn of seat {state.turn}, not of seat {seat}"
    if action not in VOCABULARY:
        return "RIP 3.1", f"{action} is no move"
    return PHASE_REFUSALS[int(state.phase)](state, seat, action)


def why_over(state: State) -> Refusal:
    """Return the rule that has ended the game."""
    ending = REASONS[rules.reason(state) - 1]
    ended_by = {"manors": "RIP 3.3", "castles": "RIP 3.3", "tenth-round": "RIP 6.4"}
    return ended_by.get(ending, "RIP 6.5"), f"the game is over ({ending})"


# === IN A TURN ===


def why_not_in_turn(state: State, seat: int, action: int) -> Refusal:
    """Refuse a move of another phase, the end of the turn, or a card."""
    if action == codes.END:
        return (
            "RIP 5.1",
            "under Two's more fun (p14) one card is not enough: "
            "play a second one before you end the turn",
        )
    if action == codes.KEEP or codes.CARRY < action < codes.PLACE:
        return (
            "RIP Card 15",
            "a card is carried on after a round that you won with Still me (p15), "
            "not during a turn",
        )
    if action == codes.SKIP or codes.PLACE < action < codes.PLAY:
        return (
            "RIP 3.4",
            "cards are placed on the 10th round after a round that you lost, not during a turn",
        )
    return why_not_play(state, seat, action)


def why_not_play(state: State, seat: int, action: int) -> Refusal:
    """Refuse a card: not held, too few to play, tripped or banned."""
    missing = why_not_held(state, seat, action)
    if missing:
        return missing
    if not rules.can_play_any(state, seat):
        return (
            "RIP 5.1",
            "under Two's more fun (p14) you need at least two cards that you could play, "
            f"and you have {rules.count_playable(state, seat)}",
        )
    if action == codes.TRIP or psychics.is_tripped(state, seat):
        return "RIP Card 6", why_not_trip(state, seat)
    if action < codes.PLAY:
        return (
            "RIP Card 25",
            f"They were never seen again... (p25) bans the {action - codes.LAY}s this round",
        )
    return why_not_psychic(state, seat, psychic_in(action), choice_in(action))


def why_not_held(state: State, seat: int, action: int) -> Refusal | None:
    """Refuse a card that is neither in the hand nor in the reserve."""
    if codes.LAY < action < codes.CARRY and not state.hands[seat, action - codes.LAY]:
        return "RIP 3.1", f"you hold no {action - codes.LAY}"
    if action >= codes.PLAY and not int(state.reserves[seat]) >> psychic_in(action) & 1:
        return "RIP 3.1", f"{psychic(psychic_in(action))} is not in your reserve"
    return None


def why_not_trip(state: State, seat: int) -> str:
    """Return what a trip requires, or that there is none."""
    if not psychics.is_tripped(state, seat):
        return "nobody has tripped you: choose the card that you play"
    if psychics.count_allowed(state, seat):
        return (
            "you are tripped: the first card is a random one of your hand (trip), "
            "or you end the turn"
        )
    return "you are tripped and hold no ghost that may be played: you can only end the turn"


def why_not_psychic(state: State, seat: int, number: int, choice: int) -> Refusal:
    """Refuse a Psychic card of the reserve, or its choice."""
    if number == WEDDING:
        return (
            "RIP Card 7",
            "Postponed wedding (p7) is not played in rounds 1 to 9: place it on the 10th round",
        )
    if psychics.is_shut_out(state, seat):
        return (
            "RIP 5.3",
            "Private lounge (p24) of your opponent lets no psychic in this round, "
            "We're worthless (p29) included",
        )
    if not rules.is_playable(state, seat, number):
        return why_not_playable(state, seat, number)
    if not rules.can_play_psychic(state, seat, number):
        return (
            "RIP 5.1",
            f"under Two's more fun (p14) {psychic(number)}, which ends the round, "
            "must be at least the second card of the turn",
        )
    return why_not_choice(state, seat, number, choice)


def why_not_playable(state: State, seat: int, number: int) -> Refusal:
    """Refuse a Psychic card that cannot be paid for or is banned."""
    if number == BLOODY_MARY and not psychics.can_pay_for_mary(state, seat):
        return (
            "RIP Card 21",
            "Bloody Mary (p21) costs two ghosts of your hand, "
            f"and you hold {state.hand_sizes[seat]}",
        )
    return (
        "RIP Card 25",
        f"{psychic(number)} works as a {WORTH[number]}, "
        f"and They were never seen again... (p25) bans the {WORTH[number]}s",
    )


# === CHOICES ===


def why_not_choice(state: State, seat: int, number: int, choice: int) -> Refusal:
    """Refuse the choice of a card that may be played."""
    if psychics.is_worthless(state, int(state.round_number)):
        return (
            "RIP Card 29",
            f"under We're worthless (p29) it is a plain 1 without a choice: p{number}",
        )
    offered = offered_choices(state, seat, number)
    if not choice:
        return "RIP 4.5", f"{psychic(number)} needs a choice: {', '.join(offered)}"
    if offered == [f"p{number}"]:
        nothing = NOTHING.get(number, "there is nothing to choose")
        return f"RIP Card {number}", f"{nothing}: p{number}"
    unfit = UNFIT.get(number, "that cannot be chosen")
    return f"RIP Card {number}", f"{unfit}; what can: {', '.join(offered)}"


def offered_choices(state: State, seat: int, number: int) -> list[str]:
    """Return the legal moves with a Psychic card."""
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

UNFIT = {
    AUNTIE: "your deck holds no such ghost, or it is banned",
    BE_GONE: "that card does not lie in the other row",
    DOUBLE_VISION: "no ghost of that value was played by you this round and may be copied",
    BACK: "no ghost of that value lies in your rows of earlier rounds",
    CHRISTMAS: "that deck is empty",
    BLOODY_MARY: "you do not hold these two ghosts",
    PLAYING_DEAD: "you did not play that card this round",
    HOUSE_SWAP: "only rounds after this one can be swapped",
}

# === BETWEEN ROUNDS ===


def why_not_carry(state: State, seat: int, action: int) -> Refusal:
    """Refuse a move of the winner who may carry a card."""
    if not codes.CARRY < action < codes.PLACE:
        return (
            "RIP 3.4",
            "the round is won: carry a card on into the next one, or keep all where they are",
        )
    code = action - codes.CARRY
    if code == PSYCHIC + STILL_ME:
        return "RIP Card 15", "Still me (p15) cannot carry itself"
    name, row = card_of_code(code), row_entries(state, seat, int(state.round_number))
    if any(codes.card_of(entry) == code for entry in row):
        return "RIP Card 15", f"{name} was carried here itself and not played this round"
    return "RIP Card 15", f"you did not play {name} this round, or it left your row"


def why_not_place(state: State, seat: int, action: int) -> Refusal:
    """Refuse a move of the loser who may place a card."""
    if not codes.PLACE < action < codes.PLAY:
        return "RIP 3.4", "the round is over: place a card on the 10th round, or skip"
    code = action - codes.PLACE
    if code < VALUES:
        return "RIP 3.4", f"you hold no {code}"
    return "RIP 3.4", f"{card_of_code(code)} is not in your reserve"


def why_not_tenth(state: State, seat: int, action: int) -> Refusal:
    """Refuse a move in the 10th round."""
    if action < codes.PLAY:
        return "RIP 6.2", "in the 10th round cards are only resolved, one at a time"
    number = psychic_in(action)
    if not rules.cards_to_resolve(state, seat) >> number & 1:
        return "RIP 6.2", f"{psychic(number)} is not a card of yours that is still to be resolved"
    return why_not_choice(state, seat, number, choice_in(action))


PHASE_REFUSALS: dict[int, Callable[[State, int, int], Refusal]] = {
    codes.TURN: why_not_in_turn,
    codes.CARRY_PHASE: why_not_carry,
    codes.PLACE_PHASE: why_not_place,
    codes.TENTH: why_not_tenth,
}
