"""Numbers in a record: cards with their marks, phases, actions and events."""

from spookhouse.games.rest_in_peace.pieces import INSTANT, PSYCHIC, ROUNDS, WORTH
from spookhouse.kernel.rule_decorator import rule

NOBODY = -1
UNKNOWN = -1  # in a concealed record: a card that the seat does not know

TURN, CARRY_PHASE, PLACE_PHASE, TENTH, OVER = 0, 1, 2, 3, 4  # phases

UNFINISHED, WON, A_TIE = 0, 1, 3  # results of rounds; WON + 1 is the other seat

# An entry of a row is the code of a card with its marks.
# A card that the seat does not know has the code 0 and lies face down.
CARD = 63  # the bits of the code
NAMED = 6  # the first of six bits, one for each named value
AS = 12  # the first of three bits: the value that the card has become
SIX_BITS = 63
CARRIED, FACE_DOWN, DEBT, RESOLVED = 1 << 15, 1 << 16, 1 << 17, 1 << 18

END, TRIP, KEEP, SKIP = 0, 1, 2, 3  # actions
LAY = 10  # LAY + value
CARRY = 50  # CARRY + card
PLACE = 100  # PLACE + card
PLAY, CHOICES = 256, 128  # PLAY + number * CHOICES + choice

OWN, OPPONENT = 1, 2  # choices of a side
PAIR = 11  # a choice of two numbers is first * PAIR + second

# What follows a move: the round goes on, ends, is closed, or the next one begins.
GO_ON, WITHDRAWN, TIED, CLOSE, BEGIN = 0, 1, 2, 3, 4

BY_MANORS, BY_CASTLES, BY_TENTH_ROUND, BY_TOKENS, DRAW = 1, 2, 3, 4, 5  # reasons

# Events; wording.py names the numbers of each.
PLAYED, SILENCED, EFFECT, TOTAL_CHANGED, TURN_ENDED, WITHDREW = 1, 2, 3, 4, 5, 6
TOKEN_WON, CARRIED_ON, KEPT, CAME_DUE, PSYCHIC_TAKEN, PSYCHIC_REMOVED = 7, 8, 9, 10, 11, 12
DREW, DREW_CARDS, PLACED, PLACED_CARD, NOT_PLACED = 13, 14, 15, 16, 17
ROUND_BEGAN, TURNED_UP, TRIP_LAPSED, TENTH_BEGAN, REVEALED = 18, 19, 20, 21, 22
RESOLVED_NOW, SHOWN, SENT, SENT_CARD, ROUND_TIED, GAME_ENDED = 23, 24, 25, 26, 27, 28


# === ACTIONS ===


@rule
def play_code(psychic, choice):
    """Return the action that plays or resolves a Psychic card with a choice (0 for none)."""
    return PLAY + psychic * CHOICES + choice


@rule
def psychic_in(action):
    """Return the number of the Psychic card that such an action plays."""
    return (action - PLAY) // CHOICES


@rule
def choice_in(action):
    """Return the choice of such an action."""
    return (action - PLAY) % CHOICES


@rule
def pair_code(first, second):
    """Return the choice that stands for two numbers."""
    return first * PAIR + second


@rule
def offer(actions, found, action):
    """Append an action to the legal ones; return their new number."""
    actions[found] = action
    return found + 1


# === 4.1 WHAT IS A GHOST ===


@rule
def card_of(entry):
    """Return the code of a card without its marks."""
    return entry & CARD


@rule
def is_psychic(entry):
    """4.1 Return whether an entry is a Psychic card."""
    return entry & CARD > PSYCHIC


@rule
def psychic_of(entry):
    """4.1 Return the number of the Psychic card of an entry."""
    return (entry & CARD) - PSYCHIC


@rule
def is_even(value):
    """1.1 Return whether a Ghost is even; even Ghosts carry a bat, odd ones a serpent."""
    return value % 2 == 0


@rule
def base_value(entry, round_number):
    """4.1 Return the value that a card has as a Ghost, 0 if it is no Ghost.

    6.2 In the 10th round a card to be resolved has only the value that it has become there.
    """
    if not is_psychic(entry):
        return card_of(entry)
    become = (entry >> AS) & 7
    if become or entry & DEBT or needs_resolving(entry, round_number):
        return become
    return WORTH[psychic_of(entry)]


@rule
def needs_resolving(entry, round_number):
    """6.2 Return whether a card of the 10th round has a choice or an instant effect.

    Cards that Still me carried there are not resolved again.
    """
    return (
        round_number == ROUNDS
        and is_psychic(entry)
        and not entry & CARRIED
        and (INSTANT >> psychic_of(entry)) & 1
    )
