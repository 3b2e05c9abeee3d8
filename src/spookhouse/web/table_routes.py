"""HTTP routes that list and open tables."""

from starlette.requests import Request

from spookhouse.table.commands import OpenTable
from spookhouse.table.store_protocol import ListPosition
from spookhouse.web import api_types as api
from spookhouse.web.context import ServerContext
from spookhouse.web.errors import WebRefused
from spookhouse.web.page_tokens import read_token, write_token
from spookhouse.web.proxy import client_network
from spookhouse.web.requests import (
    base_of,
    context_for,
    guest_of,
    read_body,
    require_allowed,
)
from spookhouse.web.table_summaries import summarize


async def list_tables(request: Request) -> api.Tables:
    """Return the public tables that wait for players, and those of the guest."""
    context, guest = context_for(request), guest_of(request)
    page = await read_page(context, guest)
    own = await context.host.background.read(context.store.tables_of, guest)
    yours = await summarize(context, own, guest)
    return api.Tables(open=page.tables, next=page.next, yours=yours)


async def list_open_tables(request: Request) -> api.OpenTables:
    """Return a page of the public tables that wait for players."""
    guest = guest_of(request)
    after = read_token(request.query_params.get("after"))
    return await read_page(context_for(request), guest, after)


async def read_page(
    context: ServerContext, guest: str, after: ListPosition | None = None
) -> api.OpenTables:
    """Return the page after a position, or the first one."""
    page = await context.host.background.read(context.store.public_tables, after)
    tables = await summarize(context, page.rows, guest)
    return api.OpenTables(tables=tables, next=write_token(page.next))


async def new_table(request: Request) -> api.OpenedTable:
    """Open a table."""
    guest_of(request)
    require_allowed(request)
    wanted = await read_body(request, api.NewTable)
    await require_room(request)
    clock = wanted.clock
    command = OpenTable(
        game=wanted.game,
        options=wanted.options,
        clock=None if clock is None else {"move": clock.move, "reserve": clock.reserve},
        public=wanted.public,
        spectators=wanted.spectators,
        hints=wanted.hints,
    )
    return await open_table(request, command)


async def require_room(request: Request) -> None:
    """Refuse a new table to a guest with too many unfinished ones, or from a busy address."""
    context, guest = context_for(request), guest_of(request)
    settings = context.settings
    unfinished = await context.host.background.read(context.store.count_unfinished, guest)
    if unfinished >= settings.tables_per_guest:
        raise WebRefused(
            "limit/tables",
            f"you have {settings.tables_per_guest} unfinished tables: finish some first",
        )
    if not context.tables_of_address.take(client_network(request, settings)):
        context.metrics.limited += 1
        raise WebRefused(
            "limit/tables",
            f"one address may open {settings.tables_per_address} tables an hour: wait a while",
        )


async def open_table(request: Request, command: OpenTable) -> api.OpenedTable:
    """Open a table; return its id and address."""
    context, guest = context_for(request), guest_of(request)
    context.host.networks.note(guest, client_network(request, context.settings))
    table = await context.host.open(command, guest)
    context.table_names.note_known(table, guest)
    return api.OpenedTable(table=table, link=f"{base_of(request)}/t/{table}")
