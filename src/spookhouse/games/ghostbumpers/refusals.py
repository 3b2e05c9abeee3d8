"""Why a move of Ghostbumpers is refused: the rule that forbids it and the reason."""

from spookhouse.games.ghostbumpers import rules
from spookhouse.games.ghostbumpers.move_notation import VOCABULARY, number_in, value_in
from spookhouse.games.ghostbumpers.piece_names import NUMBERS, numbered_monsters
from spookhouse.games.ghostbumpers.pieces import TEXTS, ZERO_TEN
from spookhouse.games.ghostbumpers.positions import REASONS, card_of
from spookhouse.kernel.contract import State

Refusal = tuple[str, str]  # rule, reason

ENDED_BY = {"rounds": "GB 6.1", "target": "GB 6.2"}


def why(state: State, seat: int, action: int) -> Refusal:
    """Return the rule that forbids an illegal move, and the reason in this position."""
    if state.phase == rules.OVER:
        return why_over(state)
    if not state.owing >> seat & 1:
        return why_not_now(state, seat)
    if action not in VOCABULARY:
        return "GB 2", f"{action} is no move"
    if action < rules.PLAY:
        return why_not_scare(state)
    if action < rules.DROP:
        return why_not_cards(state, seat, action)
    return why_not_drop(state, seat, action - rules.DROP)


def why_over(state: State) -> Refusal:
    """Return the rule that has ended the game."""
    ending = REASONS[rules.reason(state) - 1]
    return ENDED_BY[ending], f"the game is over ({ending})"


def why_not_now(state: State, seat: int) -> Refusal:
    """Refuse a seat that owes no decision while another one does."""
    if state.phase == rules.TRICKS:
        return "GB 3.1", f"it is the turn of seat {state.turn}, not of seat {seat}"
    seats = range(int(state.players))
    others = " and ".join(f"seat {other}" for other in seats if state.owing >> other & 1)
    if state.phase == rules.SCARE_LEVELS:
        return (
            "GB 2.2",
            f"your Scared card is in its place, and stays there; {others} must still choose",
        )
    if state.dropped[seat] == rules.NOT_YET:
        return "GB 3.5", f"you had no card in hand to give up; {others} must still choose"
    return "GB 3.5", f"you have given up a card already; {others} must still choose"


def why_not_scare(state: State) -> Refusal:
    """Refuse a scare level in another phase."""
    if state.phase == rules.DROPPING:
        return "GB 3.5", "deck and discard are empty: give up a card"
    return "GB 2.2", "scare levels are set before the first trick of a round, and then they stay"


def why_not_cards(state: State, seat: int, action: int) -> Refusal:
    """Refuse a play: another phase, or too few cards."""
    if state.phase == rules.SCARE_LEVELS:
        return "GB 2.2", "no trick begins before everybody has set a scare level: set yours"
    if state.phase == rules.DROPPING:
        return "GB 3.5", "deck and discard are empty: give up a card before the trick goes on"
    card = card_of(value_in(action))
    rule = "GB 3.2" if card == ZERO_TEN else "GB 3.1"
    return rule, f"you hold {held(state, seat, card)}, not {NUMBERS[number_in(action)]}"


def why_not_drop(state: State, seat: int, card: int) -> Refusal:
    """Refuse to drop a card: another phase, or not held."""
    if state.phase == rules.DROPPING:
        return "GB 3.5", f"you hold {held(state, seat, card)}"
    return (
        "GB 3.5",
        "cards are given up only when somebody must draw while deck and discard are both empty",
    )


def held(state: State, seat: int, card: int) -> str:
    """Return how many cards of a kind a seat holds, like "no 5" or "two 8s"."""
    return numbered_monsters(TEXTS[card], int(state.hands[seat, card]))
