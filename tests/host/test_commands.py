"""What commands wait for before they are decided, and what answers they lead to."""

import asyncio

import pytest

from spookhouse.host.compile_queue import Milestone
from spookhouse.kernel.errors import SpookhouseError
from spookhouse.table import commands as ask
from spookhouse.table.errors import Refused
from spookhouse.table.phases import PLAYING, SHOWING
from support.hosts import (
    DUEL,
    Client,
    MemoryStore,
    first_move,
    run_ready,
    running_host,
    show,
    sit,
    start_game,
)
from support.running import run


def test_a_move_at_a_table_in_memory_needs_no_task() -> None:
    async def move() -> None:
        store = MemoryStore()
        async with running_host(store) as host:
            live = await host.registry.find(await start_game(host, "ann", "bob"))
            command, guest = first_move(live)
            commits, ends = store.calls["commit"], list[int]()
            host.submit(live.table.id, command, guest, lambda version, error: ends.append(version))
            assert not host.background.tasks
            await run_ready()
            assert store.calls["commit"] == commits + 1
            assert ends == [live.table.version]

    run(move())


def test_a_move_at_a_table_that_is_not_in_memory_loads_it() -> None:
    async def move() -> None:
        async with running_host() as host:
            table = await start_game(host, "ann", "bob")
            command, guest = first_move(await host.registry.find(table))
            host.registry.evict(table)
            assert await host.perform(table, command, guest) == 7

    run(move())


def test_a_command_at_an_unknown_table_is_refused() -> None:
    async def move() -> None:
        async with running_host() as host:
            with pytest.raises(Refused) as refused:
                await host.perform("nowhere", ask.Say(text="boo"), "ann")
            assert refused.value.code == "table/unknown"

    run(move())


def test_the_start_waits_for_no_rules_as_long_as_humans_must_reveal() -> None:
    """Their bytes cause the deal, so these wait."""

    async def start() -> None:
        async with running_host() as host:
            table = await host.open(DUEL, "ann")
            await host.perform(table, sit("ann", 0), "ann")
            await host.perform(table, ask.AddBot(seat=1, level="thumb"), "ann")
            rules = host.compiling.rules["ghooost"] = Milestone()
            await asyncio.wait_for(host.perform(table, ask.Start(), "ann"), 5)
            live = await host.registry.find(table)
            phases = [live.table.phase]
            revealing = asyncio.create_task(host.perform(table, show("ann", 0), "ann"))
            await asyncio.sleep(0.1)
            assert not revealing.done()
            rules.reach()
            await revealing
            phases.append(live.table.phase)
            assert phases == [SHOWING, PLAYING]

    run(start())


def test_the_start_of_bots_waits_for_the_rules() -> None:
    async def start() -> None:
        async with running_host(bot_pause=60) as host:
            table = await host.open(DUEL, "ann")
            for seat in (0, 1):
                await host.perform(table, ask.AddBot(seat=seat, level="thumb"), "ann")
            rules = host.compiling.rules["ghooost"] = Milestone()
            starting = asyncio.create_task(host.perform(table, ask.Start(), "ann"))
            await asyncio.sleep(0.1)
            assert not starting.done()
            rules.reach()
            await starting
            assert (await host.registry.find(table)).table.phase == PLAYING

    run(start())


def test_a_player_is_known_by_name_as_soon_as_the_seat_is_taken() -> None:
    async def take_seat() -> None:
        store = MemoryStore()
        store.names["bob"] = "Bob"
        async with running_host(store) as host:
            table = await host.open(DUEL, "ann")
            watcher = await Client(host, "ann").watch(table)
            await host.perform(table, sit("bob", 1), "bob")
            assert watcher.table["seats"][1]["name"] == "Bob"
            await host.rename("bob", "Bobby")
            assert watcher.table["seats"][1]["name"] == "Bobby"
            assert (await Client(host, "eve").watch(table)).table == watcher.table

    run(take_seat())


@pytest.mark.parametrize(
    "command",
    [
        ask.OpenTable(game="chess", options={}),
        ask.OpenTable(game="ghooost", options={"players": 9}),
        ask.OpenTable(game="ghooost", options={}, clock={"move": 0.0, "reserve": 0.0}),
        ask.OpenTable(game="ghooost", options={}, start={"no": "position"}),
    ],
)
def test_a_table_that_cannot_open_is_not_stored(command: ask.OpenTable) -> None:
    async def open_table() -> None:
        store = MemoryStore()
        async with running_host(store) as host:
            with pytest.raises(SpookhouseError):
                await host.open(command, "ann")
            assert (store.rows, host.registry.live) == ({}, {})

    run(open_table())


def test_watching_needs_access() -> None:
    async def watch() -> None:
        async with running_host() as host:
            table = await start_game(host, "ann", "bob")
            for guest, seat in (("bob", 0), ("eve", 1), ("ann", 7)):
                with pytest.raises(Refused) as refused:
                    await Client(host, guest).watch(table, seat)
                assert refused.value.code == "seat/not-yours"
            live = await host.registry.find(table)
            assert live.watchers.by_seat == {}

    run(watch())


def test_questions_are_answered_for_the_own_seat_only() -> None:
    async def ask_why() -> None:
        async with running_host() as host:
            table = await start_game(host, "ann", "bob")
            live = await host.registry.find(table)
            command, guest = first_move(live)
            assert await host.why(table, command.seat, command.move, guest) is None
            refusal = await host.why(table, command.seat, "mansion", guest)
            assert refusal is not None
            assert refusal.rule == "GH 3.6.2"
            state = await host.state(table, command.seat, guest)
            assert state["version"] == live.table.version
            for question in (
                host.why(table, command.seat, command.move, "eve"),
                host.state(table, command.seat, "eve"),
            ):
                with pytest.raises(Refused):
                    await question

    run(ask_why())
