"""Bots choose legal moves from what their seat knows, and rules of thumb beat dice."""

import pytest

import spookhouse
from spookhouse.bots import bot
from spookhouse.bots.contests import one_against_all
from spookhouse.games import FOLDERS
from spookhouse.kernel.chance import key_from_seed, new_chance

QUICK = ["pip", "drowse", "thumb", "uniform"]  # their thoughts are counted, not timed


@pytest.mark.parametrize("kind", QUICK)
@pytest.mark.parametrize("name", FOLDERS)
def test_bots_play_whole_games(name: str, kind: str) -> None:
    game = spookhouse.game(name)
    match = game.new(seed=3)
    bots = [bot(kind, seat) for seat in range(match.players)]
    while match.waiting:
        seat = match.waiting[-1]
        match.apply(seat, bots[seat].choose(game, match.concealed(seat), seat))
    assert match.outcome is not None


@pytest.mark.parametrize("kind", [*QUICK, "creak"])
@pytest.mark.parametrize("name", FOLDERS)
def test_the_same_knowledge_gives_the_same_choice(name: str, kind: str) -> None:
    """Two true states that the seat cannot tell apart, the same randomness: the same decision."""
    game = spookhouse.game(name)
    match, chance = game.new(seed=4), new_chance(key_from_seed(4))[0]
    for turn in range(40):
        if not match.waiting:
            break
        seat = match.waiting[0]
        world = match.copy()
        game.rules.conceal(world.state, seat)
        game.rules.imagine(world.state, seat, chance)
        chosen = bot(kind, turn).choose(game, match.concealed(seat), seat)
        assert bot(kind, turn).choose(game, world.concealed(seat), seat) == chosen
        match.apply(seat, chosen)


def test_unknown_bots() -> None:
    with pytest.raises(
        spookhouse.BadOption,
        match="there is no bot 'gandalf'; there are: pip, drowse, creak, umbra, midnight, thumb, uniform",
    ):
        bot("gandalf")


@pytest.mark.compiled
def test_thumb_loses_ghooost_clearly_less_often_than_dice() -> None:
    """One thumb among three uniform: at most 15% of 4,000 games lost, 25% being even."""
    returns = one_against_all(spookhouse.game("ghooost"), 4000, seed=1, players=4)
    assert (returns < 0).mean() <= 0.15
