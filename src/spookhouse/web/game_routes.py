"""HTTP routes that list games and bots."""

from starlette.requests import Request

from spookhouse.games import games
from spookhouse.kernel.game import Game
from spookhouse.web import api_types as api
from spookhouse.web.requests import context_for


async def list_games(request: Request) -> api.Games:
    """Return all games, their options, and how far their rules are compiled."""
    progress = context_for(request).compiling.progress
    return api.Games(games=[describe_game(game, progress[game.name]) for game in games()])


def describe_game(game: Game, compiled: str) -> api.Game:
    """Return a game as the list of games shows it."""
    return api.Game(
        name=game.name,
        title=game.title,
        about=game.about,
        minutes=game.minutes,
        compiled=compiled,
        edition=game.edition,
        min_players=game.min_players,
        max_players=game.max_players,
        options=[api.GameOption.of(option) for option in game.options],
    )


async def list_bots(request: Request) -> api.Bots:
    """Return all bots, the weakest first."""
    players = context_for(request).host.bots
    bots = [
        api.Bot(each.name, each.title, each.about, each.strength, each.seconds)
        for each in players.characters
    ]
    return api.Bots(usual=players.default_character, bots=bots)
