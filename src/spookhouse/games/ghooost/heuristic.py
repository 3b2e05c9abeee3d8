"""Rules of thumb for Ghooost!: every legal move gets a worth, the best is played.

Shed many and low; keep the cards that are always valid for when nothing else is; do not pick up a pile that is large; before midnight, when
ghosts in the hand cost nothing yet, do not fear a small one.
"""

from spookhouse.games.ghooost.pieces import QUARTET, SCOOTY, SKELETUM
from spookhouse.games.ghooost.rules import (
    COLLECT,
    LAY,
    LAY_KITTY,
    LUCK,
    MANSION,
    PASS,
    count_run,
    top_value,
)
from spookhouse.kernel.chance import pick
from spookhouse.kernel.rule import rule


@rule
def choose(state, seat, actions, found, chance):
    """The move of the highest worth; among equals, any."""
    best, most, ties = int(actions[0]), -1000000, 0
    for i in range(found):
        action = int(actions[i])
        worth = weigh(state, seat, action)
        if worth > most:
            best, most, ties = action, worth, 1
        elif worth == most:
            ties += 1
            if pick(chance, ties) == 0:
                best = action
    return best


@rule
def weigh(state, seat, action):
    if action >= LAY:
        return weigh_ghosts(state, seat, action)
    if action == COLLECT:
        return -60 - 30 * (state.cemetery_size + state.kitties)
    if action == LUCK:
        return weigh_luck(state)
    if action == LAY_KITTY:
        return 15
    if action == MANSION:
        return 60
    return 0 if action == PASS else -1000


@rule
def weigh_ghosts(state, seat, action):
    """Low values first, many at once, Miss Copy where she makes a Double or a Quartet; a 1 is kept for a rainy night."""
    value = ((action - LAY) >> 3) + 1
    number = (((action - LAY) & 7) >> 1) + 1
    copy = (action - LAY) & 1
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
    """The higher the top ghost the rarer the luck; the larger the pile the dearer the bad luck."""
    return 20 - 5 * top_value(state) - 12 * (state.cemetery_size + state.kitties)
