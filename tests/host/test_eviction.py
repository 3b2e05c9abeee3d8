"""Tables that nobody watches are evicted when there are too many, and loaded when they are needed.

No caller ever continues with a table that was evicted meanwhile: its watchers would hear nothing.
"""

import asyncio
from pathlib import Path

import pytest

from spookhouse.host import eviction as module
from spookhouse.host.bot_players import BotPlayers
from spookhouse.host.host import Host
from spookhouse.stores import SqlStore
from spookhouse.table import commands as ask
from spookhouse.table.phases import OVER
from support.hosts import (
    DUEL,
    Client,
    MemoryStore,
    compiled_queue,
    first_move,
    run_ready,
    running_host,
    sit,
    start_game,
)
from support.running import run


def test_the_oldest_unwatched_tables_are_evicted(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(module, "MAX_IDLE_TABLES", 10)
    store = SqlStore(f"sqlite:///{tmp_path}/server.db")

    async def open_many() -> tuple[list[str], list[str]]:
        store.call_soon = asyncio.get_running_loop().call_soon_threadsafe
        host = Host(store, 0.0, compiled_queue())
        opened = []
        for _ in range(40):
            opened.append(await host.open(DUEL, "ann"))
            if len(opened) == 1:
                await host.watch(opened[0], None, "ann", print)
            assert len(host.registry.live) <= 11
        kept = list(host.registry.live)
        assert (await host.registry.find(opened[1])).table.version == 1
        await host.close()
        return opened, kept

    opened, kept = run(open_many())
    store.close()
    assert kept[0] == opened[0], "a client watches it"
    assert kept[1:] == opened[-len(kept) + 1 :]
    assert len(kept) >= 10


def test_no_table_is_evicted_that_is_watched_or_busy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_IDLE_TABLES", 2)

    async def open_many() -> None:
        store = MemoryStore()
        async with running_host(store, bot_pause=30) as host:
            thinking = await start_game(host, "THUMB", "THUMB")
            watched = await host.open(DUEL, "ann")
            await Client(host, "eve").watch(watched)
            busy = await host.open(DUEL, "ann")
            store.is_held = True
            command = asyncio.create_task(host.perform(busy, sit("ann", 0), "ann"))
            while not store.held:
                await asyncio.sleep(0.01)
            store.is_held = False
            idle = [await host.open(DUEL, "ann") for _ in range(20)]
            assert {thinking, watched, busy} <= {*host.registry.live}
            assert idle[0] not in host.registry.live
            assert len(host.registry.live) < 10
            store.release()
            assert await command == 2

    run(open_many())


def test_a_finished_table_is_evicted_when_nobody_watches_it() -> None:
    async def play() -> None:
        async with running_host() as host:
            table = await start_game(host, "ann", "bob")
            ann = await Client(host, "ann").watch(table, 0)
            bob = await Client(host, "bob").watch(table, 1)
            await host.perform(table, ask.Resign(seat=0), "ann")
            host.unwatch(table, ann.send)
            assert table in host.registry.live
            host.unwatch(table, bob.send)
            assert table not in host.registry.live
            host.unwatch(table, bob.send)
            assert (await host.registry.find(table)).table.phase == OVER

    run(play())


def test_a_table_in_play_is_kept_when_nobody_watches_it() -> None:
    async def play() -> None:
        async with running_host() as host:
            table = await start_game(host, "ann", "bob")
            ann = await Client(host, "ann").watch(table, 0)
            host.unwatch(table, ann.send)
            assert table in host.registry.live

    run(play())


def test_nothing_is_lost_while_a_table_is_evicted() -> None:
    async def play() -> None:
        store = MemoryStore()
        async with running_host(store) as host:
            table = await start_game(host, "ann", "bob")
            for number in range(8):
                live = await host.registry.find(table)
                assert await host.perform(table, *first_move(live)) == 7 + number
                host.registry.evict(table)
            store.write_elsewhere(table, "ann", ask.Say(text="boo"))
            live = await host.registry.find(table)
            assert live.table.version == len(store.logs[table])
            assert [message.text for message in live.table.chat] == ["boo"]
            assert live.table.match is not None
            assert len(live.table.match.moves) == 8

    run(play())


# === EVICTED WHILE SOMEBODY WAITS ===


def test_a_table_that_is_evicted_before_a_client_watches_it_lives_once() -> None:
    """The client waits for the names of guests; meanwhile the last other watcher leaves."""

    async def watch() -> None:
        store = MemoryStore()
        async with running_host(store) as host:
            table = await start_game(host, "ann", "bob")
            await host.perform(table, ask.Resign(seat=0), "ann")
            bob = await Client(host, "bob").watch(table, 1)
            gate = store.close_gate("guest_names")
            watching = asyncio.create_task(Client(host, "ann").watch(table, 0))
            await asyncio.sleep(0.05)
            host.unwatch(table, bob.send)
            assert table not in host.registry.live
            gate.set()
            ann = await watching
            bob = await Client(host, "bob").watch(table, 1)
            await host.perform(table, ask.Say(text="good game"), "bob")
            for client in (ann, bob):
                assert [message["text"] for message in client.table["chat"]] == ["good game"]

    run(watch())


def test_a_table_that_is_evicted_before_a_command_begins_lives_once() -> None:
    """The command waits for the name of its author."""

    async def sit_down() -> None:
        store = MemoryStore()
        store.names["ann"] = "Ann"
        async with running_host(store) as host:
            table = await host.open(DUEL, "ann")
            await host.names.find(["ann"])
            gate = store.close_gate("guest_names")
            sitting = asyncio.create_task(host.perform(table, sit("bob", 1), "bob"))
            await asyncio.sleep(0.05)
            host.registry.evict(table)
            ann = await Client(host, "ann").watch(table)
            gate.set()
            await sitting
            live = host.registry.get(table)
            assert live is not None
            assert live.table.version == ann.version == 2
            assert ann.table["seats"][1]["guest"] == "bob"

    run(sit_down())


def test_the_clock_of_an_evicted_table_is_not_checked() -> None:
    """The timer has fired, but the check has not begun. It is made when the table is loaded."""

    async def evict() -> None:
        store = MemoryStore()
        async with running_host(store) as host:
            table = await start_game(host, "ann", "bob", clock={"move": 10.0, "reserve": 0.0})
            live = await host.registry.find(table)
            late = max(host.clock.now(), live.table.changed_at) + 60
            host.clock.now = lambda: late  # type: ignore[method-assign]
            host.timers.start_check(live)
            host.registry.evict(table)
            await asyncio.sleep(0.1)
            assert len(store.logs[table]) == 6
            assert live.timer is None
            live = await host.registry.find(table)
            async with asyncio.timeout(5):
                while not any(seat.stand_in for seat in live.table.seats):
                    await asyncio.sleep(0.01)

    run(evict())


def test_no_bot_plays_at_an_evicted_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process has written to it, and this one reads that after the eviction."""
    bots: list[int] = []

    async def note_bot(self: BotPlayers, live: object) -> None:
        bots.append(1)

    async def evict() -> None:
        store = MemoryStore(is_shared=True)
        async with running_host(store) as host:
            table = await start_game(host, "ann", "bob")
            live = await host.registry.find(table)
            monkeypatch.setattr(BotPlayers, "play_bots", note_bot)
            for seat, guest in enumerate(("ann", "bob")):
                store.write_elsewhere(table, guest, ask.Away(seat=seat))
            gate = store.close_gate("read")
            following = asyncio.create_task(host.others.on_version(table, 8))
            await asyncio.sleep(0.05)
            del host.registry.live[table]
            gate.set()
            await following
            await run_ready()
            assert live.table.version == 8
            assert bots == []

    run(evict())
