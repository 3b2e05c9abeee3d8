"""HTTP routes of rulebooks."""

import gzip
from functools import lru_cache

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from spookhouse.games import game as find_game
from spookhouse.kernel.game import Game
from spookhouse.kernel.rulebook import anchored, read_rulebook
from spookhouse.kernel.validation import shown
from spookhouse.web import api_types as api
from spookhouse.web.errors import WebRefused
from spookhouse.web.messages import encode

# Characters of a rule's number or a section's title.
MAX_PART_LENGTH = 40


async def rulebook(request: Request) -> Response:
    """Return a game's rulebook: the Markdown, and the same as blocks."""
    game = find_game(request.path_params["game"])
    return choose_encoding(request, *rulebook_body(game, None, game.rulebook.stat().st_mtime_ns))


async def rulebook_part(request: Request) -> Response:
    """Return one rule or section of a rulebook as blocks."""
    game, wanted = find_game(request.path_params["game"]), request.path_params["part"]
    book = read_rulebook(game.rulebook)
    if not 0 < len(wanted) <= MAX_PART_LENGTH or not book.part(wanted):
        expected = f"expected a number like {next(iter(book.rules))}"
        raise WebRefused(
            "rule/unknown", f"{game.title} has no rule or section {shown(wanted)}, {expected}"
        )
    return choose_encoding(request, *rulebook_body(game, wanted, game.rulebook.stat().st_mtime_ns))


@lru_cache(maxsize=64)
def rulebook_body(game: Game, part: str | None, _changed: int) -> tuple[bytes, bytes]:
    """Return the response as JSON, plain and compressed.

    The time of the last change is part of the cache's key.
    """
    plain = encode(whole_rulebook(game) if part is None else rulebook_blocks(game, part))
    return plain, gzip.compress(plain, 9, mtime=0)


def whole_rulebook(game: Game) -> api.Rulebook:
    """Return a game's rulebook."""
    book = read_rulebook(game.rulebook)
    blocks = msgspec.convert(anchored(book.blocks, game.prefix), list[api.Block])
    return api.Rulebook(
        game=game.name, title=game.title, prefix=game.prefix, text=book.text, blocks=blocks
    )


def rulebook_blocks(game: Game, part: str) -> api.RulebookPart:
    """Return one rule or section of a rulebook."""
    found = read_rulebook(game.rulebook).part(part)
    blocks = msgspec.convert(anchored(found, game.prefix), list[api.Block])
    return api.RulebookPart(game=game.name, title=game.title, prefix=game.prefix, blocks=blocks)


def choose_encoding(request: Request, plain: bytes, packed: bytes) -> Response:
    """Return the compressed body if the client accepts it."""
    headers = {"Vary": "Accept-Encoding"}
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(plain, media_type="application/json", headers=headers)
    headers |= {"Content-Encoding": "gzip"}
    return Response(packed, media_type="application/json", headers=headers)
