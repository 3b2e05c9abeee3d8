"""What a search of Ghostbumpers believes about the hidden choices of other players."""

from spookhouse.games.ghostbumpers.rules import NOT_YET
from spookhouse.kernel.chance import pick
from spookhouse.kernel.rule_decorator import rule

BOTTOM_PERCENT = 6  # percentage of players who put the Scared card last and wait for Paranoia
DEEPER_PERCENT = 25  # percentage of the others who put one more Unfazed card above it


@rule
def believe(state, seat, chance):
    """Draw the scare levels of other players as humans choose them.

    Most put the Scared card on top or close to it, where it counts most; a few put it last.
    """
    for other in range(state.players):
        if other != seat and state.above[other] != NOT_YET:
            state.above[other] = draw_level(int(state.characters[other]), chance)


@rule
def draw_level(cards, chance):
    """Draw a scare level as humans choose it."""
    if pick(chance, 100) < BOTTOM_PERCENT:
        return cards - 1
    level = 0
    while level < cards - 1 and pick(chance, 100) < DEEPER_PERCENT:
        level += 1
    return level
