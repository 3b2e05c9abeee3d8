"""Several processes serve the same tables: each follows what the others write."""

import asyncio
from contextlib import AsyncExitStack

import msgspec
import pytest

from spookhouse.host.compile_queue import Milestone
from spookhouse.host.host import Host
from spookhouse.host.watchers import Patch
from spookhouse.table import commands as ask
from spookhouse.table.phases import OVER, PLAYING
from spookhouse.table.views import event_view, seat_names
from support.hosts import (
    DUEL,
    Client,
    MemoryStore,
    first_move,
    running_host,
    show,
    sit,
    start_game,
)
from support.running import run


async def two_hosts(stack: AsyncExitStack, store: MemoryStore) -> tuple[Host, Host]:
    """Return two hosts on one store; the store notifies nobody."""
    one = await stack.enter_async_context(running_host(store))
    return one, await stack.enter_async_context(running_host(store))


def test_a_host_follows_the_entries_of_another_one() -> None:
    async def play() -> None:
        store = MemoryStore(is_shared=True)
        async with AsyncExitStack() as stack:
            one, two = await two_hosts(stack, store)
            table = await one.open(DUEL, "ann")
            watcher = await Client(two, "eve").watch(table)
            await one.perform(table, sit("ann", 0), "ann")
            assert watcher.version == 1
            await two.others.on_version(table, 2)
            assert watcher.version == 2
            assert watcher.table["seats"][0]["guest"] == "ann"
            reads = store.calls["read"]
            await two.others.on_version(table, 2)
            await two.others.on_version("elsewhere", 5)
            assert store.calls["read"] == reads, "there is nothing new"

    run(play())


def test_a_host_that_missed_notifications_follows_all_tables() -> None:
    async def play() -> None:
        store = MemoryStore(is_shared=True)
        async with AsyncExitStack() as stack:
            one, two = await two_hosts(stack, store)
            tables = [await one.open(DUEL, "ann") for _ in range(3)]
            watchers = [await Client(two, "eve").watch(table) for table in tables]
            for table in tables:
                await one.perform(table, sit("ann", 0), "ann")
            await two.others.on_version("", 0)
            assert [watcher.version for watcher in watchers] == [2, 2, 2]

    run(play())


def test_every_move_comes_with_its_own_events_though_many_are_read_at_once() -> None:
    async def play() -> None:
        store = MemoryStore(is_shared=True)
        async with AsyncExitStack() as stack:
            one, two = await two_hosts(stack, store)
            table = await start_game(one, "ann", "bob")
            watcher = await Client(two, "eve").watch(table)
            live, told = await one.registry.find(table), list[list[str]]()
            names = seat_names(live.table, {})
            for _ in range(10):
                await one.perform(table, *first_move(live))
                assert live.table.match is not None
                rows = live.table.match.rows
                events = [event_view(live.table.match.game, names, row) for row in rows]
                told.append([event["text"] for event in events if "seen_by" not in event])
            await two.others.on_version(table, live.table.version)
            patches = [patch for patch in watcher.received if isinstance(patch, Patch)]
            assert [[text_of(event) for event in patch.events] for patch in patches] == told
            direct = await Client(one, "eve").watch(table)
            assert (watcher.table, watcher.game) == (direct.table, direct.game)

    run(play())


def text_of(event: msgspec.Raw) -> str:
    """Return the sentence of an encoded event."""
    return str(msgspec.json.decode(bytes(event))["text"])


def test_a_client_starts_with_the_newest_entries() -> None:
    """Even if the notification of another process is still on its way."""

    async def play() -> None:
        store = MemoryStore(is_shared=True)
        async with AsyncExitStack() as stack:
            one, two = await two_hosts(stack, store)
            table = await one.open(DUEL, "ann")
            await two.registry.find(table)
            await one.perform(table, sit("ann", 0), "ann")
            assert (await Client(two, "eve").watch(table)).version == 2

    run(play())


def test_the_names_of_new_players_are_known() -> None:
    async def play() -> None:
        store = MemoryStore(is_shared=True)
        store.names["bob"] = "Bob"
        async with AsyncExitStack() as stack:
            one, two = await two_hosts(stack, store)
            table = await one.open(DUEL, "ann")
            watcher = await Client(two, "eve").watch(table)
            await one.perform(table, sit("bob", 1), "bob")
            await two.others.on_version(table, 2)
            assert watcher.table["seats"][1]["name"] == "Bob"

    run(play())


def test_two_hosts_play_a_game_together() -> None:
    """Every command meets entries that its host has not seen: it conflicts or is refused first."""

    async def play() -> None:
        store = MemoryStore(is_shared=True)
        async with AsyncExitStack() as stack:
            hosts = await two_hosts(stack, store)
            table = await start_game(hosts[0], "ann", "bob")
            clients = [await Client(host, "eve").watch(table) for host in hosts]
            for number in range(20):
                host = hosts[number % 2]
                live = await host.registry.find(table)
                await host.visit(live, list)
                await host.perform(table, *first_move(live))
                other = hosts[1 - number % 2]
                speaker = "ann" if number % 3 else "bob"
                await other.perform(table, ask.Say(text=f"{number}"), speaker)
            await hosts[0].perform(table, ask.Resign(seat=0), "ann")
            for host in hosts:
                await host.others.on_version("", 0)
            assert clients[0].table["phase"] == OVER
            assert (clients[0].table, clients[0].game) == (clients[1].table, clients[1].game)
            assert len(store.logs[table]) == clients[0].version == 6 + 40 + 2

    run(play())


@pytest.mark.parametrize("reader", ["notified", "watching"])
def test_a_deal_of_another_process_waits_for_the_rules(reader: str) -> None:
    """Numba must not compile them in the event loop of this process."""

    async def play() -> None:
        store = MemoryStore(is_shared=True)
        async with AsyncExitStack() as stack:
            one, two = await two_hosts(stack, store)
            table = await one.open(DUEL, "ann")
            for seat, guest in enumerate(("ann", "bob")):
                await one.perform(table, sit(guest, seat), guest)
            live = await two.registry.find(table)
            await one.perform(table, ask.Start(), "ann")
            for seat, guest in enumerate(("ann", "bob")):
                await one.perform(table, show(guest, seat), guest)
            two.compiling.rules["ghooost"] = Milestone()
            task: asyncio.Task[object]
            if reader == "notified":
                task = asyncio.create_task(two.others.on_version(table, 6))
            else:
                task = asyncio.create_task(two.visit(live, lambda: live.table.version))
            await asyncio.sleep(0.1)
            assert live.table.match is None
            two.compiling.rules["ghooost"].reach()
            await asyncio.wait_for(task, 5)
            assert live.table.phase == PLAYING

    run(play())
