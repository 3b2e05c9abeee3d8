"""All operations of the HTTP API: the routes of the server, and the source of their description."""

from collections import defaultdict
from collections.abc import Callable, Coroutine, Mapping
from typing import Any

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from spookhouse.web import api_types as api
from spookhouse.web import (
    game_routes,
    guest_routes,
    health_routes,
    page_routes,
    replay_routes,
    rulebook_routes,
    table_routes,
)
from spookhouse.web.openapi import (
    HTML,
    TEXT,
    Operation,
    Parameter,
    Reply,
    describe,
    number,
    text,
)
from spookhouse.web.page_tokens import TOKEN as TOKEN_OF_PAGE
from spookhouse.web.requests import reply

TABLE = text("table", "^[A-Za-z0-9_-]{1,32}$")
TOKEN = text("token", "^[A-Za-z0-9_.-]{1,120}$")
GAME = text("game", "^[a-z-]{1,32}$")
AFTER = text("after", f"^{TOKEN_OF_PAGE.pattern}$", "query")
SEEN_BY = text("by", "^(open|nobody|[0-5])$", "query")


def operations() -> list[Operation]:
    """Return all operations, in the order of the description."""
    return [*pages(), *guests(), *games(), *tables(), *replays(), *health()]


def pages() -> list[Operation]:
    """Return the operations of pages and files."""
    return [
        page("/", "The page; a new visitor gets a cookie."),
        page("/t/{table}", "The page, at a table.", TABLE),
        page("/replay/{table}", "The page, at the replay of a finished game.", TABLE),
        page("/rules/{game}", "The page, at a rulebook.", GAME),
        page("/settings", "The page, at its settings."),
        page("/come/{token}", "The page, at a link from another device.", TOKEN),
        Operation(
            "GET",
            "/client/{path:path}",
            page_routes.client_file,
            "A file of the page.",
            (
                Reply(200, "The file.", Any, "*/*"),
                Reply(304, "The client has this version."),
                Reply(404, "There is no such file.", str, TEXT),
            ),
            parameters=(text("path", "^[a-z/.-]{1,40}$"),),
        ),
    ]


def page(path: str, summary: str, *parameters: Parameter) -> Operation:
    """Return the operation of an address at which the page can be opened."""
    replies = (
        Reply(200, "The page.", str, HTML),
        Reply(429, "Too many new guests from this address.", str, TEXT),
    )
    return Operation("GET", path, page_routes.page, summary, replies, parameters=parameters)


def guests() -> list[Operation]:
    """Return the operations of guests."""
    you = (Reply(200, "The guest.", api.Guest),)
    return [
        Operation(
            "GET",
            "/api/me",
            guest_routes.me,
            "The guest of your cookie.",
            you,
            refusals=(401,),
            needs_cookie=True,
        ),
        Operation(
            "POST",
            "/api/me",
            guest_routes.rename,
            "Change your name.",
            you,
            refusals=(400, 401, 403, 429),
            body=api.NewName,
            needs_cookie=True,
        ),
        Operation(
            "POST",
            "/api/me/link",
            guest_routes.make_device_link,
            "A link that makes another device the same guest: once, within ten minutes.",
            (Reply(200, "The link.", api.DeviceLink),),
            refusals=(401, 403, 429),
            needs_cookie=True,
        ),
        Operation(
            "GET",
            "/api/links/{token}",
            guest_routes.describe_link,
            "What a link from another device would change on this one.",
            (Reply(200, "Both guests.", api.LinkPreview),),
            refusals=(401, 404, 410),
            parameters=(TOKEN,),
            needs_cookie=True,
        ),
        Operation(
            "POST",
            "/api/links/{token}",
            guest_routes.use_link,
            "Use a link from another device: sets that guest's cookie.",
            (Reply(200, "The guest you are now.", api.Guest),),
            refusals=(401, 403, 404, 410, 429),
            parameters=(TOKEN,),
            needs_cookie=True,
        ),
    ]


def games() -> list[Operation]:
    """Return the operations of games, bots and rulebooks."""
    return [
        Operation(
            "GET",
            "/api/games",
            game_routes.list_games,
            "The games, their options, and how far their rules are compiled.",
            (Reply(200, "All of them.", api.Games),),
        ),
        Operation(
            "GET",
            "/api/bots",
            game_routes.list_bots,
            "The bots that can be seated.",
            (Reply(200, "All of them, the weakest first.", api.Bots),),
        ),
        Operation(
            "GET",
            "/api/rules/{game}",
            rulebook_routes.rulebook,
            "A game's rulebook, as Markdown and as blocks.",
            (Reply(200, "The rulebook.", api.Rulebook),),
            refusals=(400, 404),
            parameters=(GAME,),
        ),
        Operation(
            "GET",
            "/api/rules/{game}/{part}",
            rulebook_routes.rulebook_part,
            "One rule or section of a rulebook, by its number or title, as blocks.",
            (Reply(200, "The part.", api.RulebookPart),),
            refusals=(400, 404),
            parameters=(GAME, text("part", "^[A-Za-z0-9. -]{1,40}$")),
        ),
    ]


def tables() -> list[Operation]:
    """Return the operations of tables."""
    return [
        Operation(
            "GET",
            "/api/tables",
            table_routes.list_tables,
            "Public tables that wait for players (the first page), and yours.",
            (Reply(200, "Both lists.", api.Tables),),
            refusals=(401,),
            needs_cookie=True,
        ),
        Operation(
            "GET",
            "/api/tables/open",
            table_routes.list_open_tables,
            "A page of the public tables that wait for players, fairly per guest.",
            (Reply(200, "The page.", api.OpenTables),),
            refusals=(400, 401),
            parameters=(AFTER,),
            needs_cookie=True,
        ),
        Operation(
            "POST",
            "/api/tables",
            table_routes.new_table,
            "Open a table.",
            (Reply(201, "Its id and address.", api.OpenedTable),),
            refusals=(400, 401, 403, 429),
            body=api.NewTable,
            needs_cookie=True,
        ),
        Operation(
            "GET",
            "/api/tables/{table}/record",
            replay_routes.record,
            "The whole log of a finished game.",
            (Reply(200, "The record.", api.Record),),
            refusals=(400, 404),
            parameters=(TABLE,),
        ),
    ]


def replays() -> list[Operation]:
    """Return the operations of replays."""
    return [
        Operation(
            "GET",
            "/api/tables/{table}/replay",
            replay_routes.replay,
            "The table of a finished game, and every move in words.",
            (Reply(200, "The moves.", api.Replay),),
            refusals=(400, 404),
            parameters=(TABLE, SEEN_BY),
        ),
        Operation(
            "GET",
            "/api/tables/{table}/replay/{first}",
            replay_routes.replay_steps,
            "Some steps of a replay.",
            (Reply(200, "The steps.", api.ReplaySteps),),
            refusals=(400, 404),
            parameters=(
                TABLE,
                number("first", 100_000),
                number("last", 100_000, "query"),
                SEEN_BY,
            ),
        ),
        Operation(
            "GET",
            "/api/tables/{table}/verified",
            replay_routes.verification,
            "Verify a finished game.",
            (Reply(200, "The result of each check.", api.Verification),),
            refusals=(400, 404),
            parameters=(TABLE,),
        ),
        Operation(
            "POST",
            "/api/tables/{table}/continue",
            replay_routes.continue_game,
            "Open a table whose game begins where a finished one stood.",
            (Reply(201, "Its id and address.", api.OpenedTable),),
            refusals=(400, 401, 403, 404, 429),
            parameters=(TABLE,),
            body=api.ContinueFrom,
            needs_cookie=True,
        ),
    ]


def health() -> list[Operation]:
    """Return the operations of health, metrics and this description."""
    return [
        Operation(
            "GET",
            "/healthz",
            health_routes.health,
            "Whether the process is alive.",
            (Reply(200, "It is.", str, TEXT),),
        ),
        Operation(
            "GET",
            "/readyz",
            health_routes.ready,
            "Whether the database answers.",
            (Reply(200, "It does.", str, TEXT), Reply(503, "It does not.", str, TEXT)),
        ),
        Operation(
            "GET",
            "/metrics",
            health_routes.metrics,
            "Counters for Prometheus.",
            (Reply(200, "Text format 0.0.4.", str, TEXT),),
        ),
        Operation(
            "GET",
            "/api/openapi.json",
            health_routes.description,
            "This description.",
            (Reply(200, "OpenAPI 3.1.", dict),),
        ),
    ]


def description() -> api.Json:
    """Return the OpenAPI description of all operations."""
    return describe(operations())


# === ROUTES ===


def make_routes() -> list[Route]:
    """Return a route for every path."""
    methods: dict[str, dict[str, Operation]] = defaultdict(dict)
    for operation in operations():
        methods[operation.path][operation.method] = operation
    return [Route(path, endpoint(found), methods=list(found)) for path, found in methods.items()]


def endpoint(
    by_method: Mapping[str, Operation],
) -> Callable[[Request], Coroutine[Any, Any, Response]]:
    """Return the endpoint of one path."""

    async def respond(request: Request) -> Response:
        operation = by_method["GET" if request.method == "HEAD" else request.method]
        found = await operation.handler(request)
        return reply(found, operation.status) if isinstance(found, Struct) else found

    return respond
