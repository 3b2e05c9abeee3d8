"""Bots choose legal moves from what their seat knows, and the heuristic beats random play."""

import pytest

import spookhouse
from spookhouse.bots import BOTS, Bot, HeuristicBot, SearchBot, UniformBot, bot, hint_bot
from spookhouse.games import FOLDERS
from spookhouse.kernel.chance import key_from_seed, new_chance
from support.playouts import heuristic_among_random

# Their budgets are iterations, so their choices do not depend on the clock.
FAST_BOTS = ["pip", "drowse", "thumb", "uniform"]


@pytest.mark.parametrize("bot_name", FAST_BOTS)
@pytest.mark.parametrize("name", FOLDERS)
def test_bots_play_whole_games(name: str, bot_name: str) -> None:
    game = spookhouse.game(name)
    match = game.new(seed=3)
    bots = [bot(bot_name, seat) for seat in range(match.players)]
    while match.waiting:
        seat = match.waiting[-1]
        match.apply(seat, bots[seat].choose(game, match.concealed(seat), seat))
    assert match.outcome is not None


@pytest.mark.parametrize("bot_name", [*FAST_BOTS, "creak"])
@pytest.mark.parametrize("name", FOLDERS)
def test_the_same_knowledge_leads_to_the_same_choice(name: str, bot_name: str) -> None:
    """A seed and what a seat knows determine the choice, whatever is hidden."""
    game = spookhouse.game(name)
    match, chance, differed = game.new(seed=4), new_chance(key_from_seed(4))[0], 0
    for turn in range(40):
        if not match.waiting:
            break
        seat = match.waiting[0]
        world = match.copy()
        game.rules.conceal(world.state, seat)
        game.rules.imagine(world.state, seat, chance)
        differed += world.state.tobytes() != match.state.tobytes()
        chosen = bot(bot_name, turn).choose(game, match.concealed(seat), seat)
        assert bot(bot_name, turn).choose(game, world.concealed(seat), seat) == chosen
        match.apply(seat, chosen)
    assert differed > 5


def test_every_bot_can_be_prepared_and_used_again() -> None:
    """The server keeps one bot for all moves of a character at a table."""
    game = spookhouse.game("ghooost")
    for bot_name in FAST_BOTS:
        match, player = game.new(seed=5), bot(bot_name, 5)
        player.prepare(game)
        player.prepare(game)
        for _ in range(6):
            seat = match.waiting[0]
            action = player.choose(game, match.concealed(seat), seat)
            assert action in match.actions(seat)
            match.apply(seat, action)


def test_only_searching_bots_need_the_compiled_search() -> None:
    assert {name for name in BOTS if not bot(name).uses_search} == {"thumb", "uniform"}
    assert hint_bot().uses_search
    assert all(issubclass(kind, Bot) for kind in (HeuristicBot, SearchBot, UniformBot))


def test_unknown_bots_are_refused() -> None:
    known = "pip, drowse, creak, umbra, midnight, thumb, uniform"
    with pytest.raises(
        spookhouse.BadOption, match=f"invalid bot: got 'gandalf', expected one of {known}"
    ):
        bot("gandalf")


@pytest.mark.compiled
def test_the_heuristic_loses_ghooost_less_often_than_random_players() -> None:
    """One heuristic player among three random ones loses at most 15% of 4,000 games, not 25%."""
    returns = heuristic_among_random(spookhouse.game("ghooost"), 4000, seed=1, players=4)
    assert (returns < 0).mean() <= 0.15
