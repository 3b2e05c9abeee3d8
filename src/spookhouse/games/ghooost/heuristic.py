"""Heuristic for Ghooost!: weigh every legal move and play the best.

Play many cards and low values. Keep the cards that are always valid for when nothing else is.
Avoid collecting a large pile. A small one does little harm before midnight, while the crypt still
refills every hand.
"""

from spookhouse.games.ghooost.pieces import QUARTET, SCOOTY, SKELETUM
from spookhouse.games.ghooost.rules import (
    COLLECT,
    LUCK,
    MANSION,
    PASS,
    PLAY,
    PLAY_KITTY,
    copy_in,
    count_run,
    number_in,
    top_value,
    value_in,
)
from spookhouse.kernel.best_move import LEAST, prefer
from spookhouse.kernel.rule_decorator import rule


@rule
def choose(state, seat, actions, found, chance):
    """Return a move of the highest worth."""
    best, most, ties = int(actions[0]), LEAST, 0
    for i in range(found):
        action = int(actions[i])
        worth = weigh(state, seat, action)
        best, most, ties = prefer(action, worth, best, most, ties, chance)
    return best


@rule
def weigh(state, seat, action):
    """Return the worth of a move."""
    if action >= PLAY:
        return weigh_ghosts(state, seat, action)
    if action == COLLECT:
        return -60 - 30 * (state.cemetery_size + state.kitties)
    if action == LUCK:
        return weigh_luck(state)
    if action == PLAY_KITTY:
        return 15
    if action == MANSION:
        return 60
    return 0 if action == PASS else -1000


@rule
def weigh_ghosts(state, seat, action):
    """Prefer low values and many cards at once.

    Use Miss Copy where she makes a Double or a Quartet. Keep a 1: it is always valid.
    """
    value, number, copy = value_in(action), number_in(action), copy_in(action)
    worth = 100 - 4 * value + 40 * (number + copy - 1)
    if copy:
        worth -= 45
    if number < state.hands[seat, value]:
        worth -= 30
    if value == SCOOTY:
        worth -= 85
    if value == SKELETUM or count_run(state, value) + number + copy >= QUARTET:
        worth += 60
    if number + copy == state.hand_sizes[seat]:
        worth += 200
    return worth


@rule
def weigh_luck(state):
    """Return the worth of trying your luck.

    A high top ghost makes success rare, and a large pile makes failure expensive.
    """
    return 20 - 5 * top_value(state) - 12 * (state.cemetery_size + state.kitties)
