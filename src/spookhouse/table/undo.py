"""May a move be taken back without asking? Only if its player learned nothing from it, no chance was drawn, and nobody has moved since."""

import numpy as np

from spookhouse.kernel.chance import key_from_seed, new_chance
from spookhouse.kernel.match import Match
from spookhouse.table.table import Table

WORLDS = 16  # imagined; a card that could have been another one in the true world is another one in some of these


def is_free(table: Table, seat: int) -> bool:
    """Whether the seat may undo the last move at once."""
    match = table.match
    if match is None or table.last_mover != seat or table.last_state is None:
        return False
    return not learned_something(match, seat, *table.last_state)


def learned_something(match: Match, seat: int, state: bytes, chance: bytes) -> bool:
    """The move is played again in worlds that its player could not tell from the real one: does the player see the same in all of them?"""
    if match.chance.tobytes() != chance:
        return True
    game, (mover, action) = match.game, match.moves[-1]
    worlds = np.frombuffer(state, game.rules.STATE).copy()
    dice, ignored = new_chance(key_from_seed(match.key))[0], np.zeros((0, match.tape.shape[1]), np.int16)
    seen = match.concealed(seat).tobytes()
    for _ in range(WORLDS):
        worlds[0] = np.frombuffer(state, game.rules.STATE)[0]
        game.rules.conceal(worlds[0], seat)
        game.rules.imagine(worlds[0], seat, dice)
        game.rules.play(worlds[0], mover, action, np.frombuffer(chance, match.chance.dtype).copy()[0], ignored)
        game.rules.conceal(worlds[0], seat)
        if worlds[0].tobytes() != seen:
            return True
    return False
