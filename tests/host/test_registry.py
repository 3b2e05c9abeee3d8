"""Tables are loaded once, however many ask for them, and never live twice in one process."""

import asyncio

import pytest

from spookhouse.host.compile_queue import Milestone
from spookhouse.host.live_table import LiveTable
from spookhouse.table import commands as ask
from spookhouse.table.errors import Refused
from spookhouse.table.phases import LOBBY, PLAYING
from support.hosts import DUEL, Client, MemoryStore, run_ready, running_host, sit, start_game
from support.running import run


def test_concurrent_callers_share_one_load() -> None:
    async def find() -> None:
        store = MemoryStore()
        async with running_host(store) as host:
            table = await host.open(DUEL, "ann")
            host.registry.evict(table)
            gate = store.close_gate("load")
            callers = [asyncio.create_task(host.registry.find(table)) for _ in range(20)]
            await asyncio.sleep(0.05)
            gate.set()
            found = {id(live) for live in await asyncio.gather(*callers)}
            assert found == {id(host.registry.get(table))}
            assert store.calls["load"] == 1
            assert not host.registry.loading

    run(find())


def test_a_caller_who_gives_up_does_not_end_the_load() -> None:
    async def find() -> None:
        store = MemoryStore()
        async with running_host(store) as host:
            table = await host.open(DUEL, "ann")
            host.registry.evict(table)
            gate = store.close_gate("load")
            first, second = (asyncio.create_task(host.registry.find(table)) for _ in range(2))
            await asyncio.sleep(0.05)
            first.cancel()
            await run_ready()
            gate.set()
            assert await second is host.registry.get(table)
            assert store.calls["load"] == 1

    run(find())


def test_an_unknown_table_is_refused_to_all_and_looked_up_again() -> None:
    async def find() -> None:
        store = MemoryStore()
        async with running_host(store) as host:
            callers = [host.registry.find("nowhere") for _ in range(3)]
            found = await asyncio.gather(*callers, return_exceptions=True)
            assert [type(error) for error in found] == [Refused] * 3
            table = await host.open(DUEL, "ann")
            store.rows["nowhere"] = store.rows[table] | {"id": "nowhere"}
            store.logs["nowhere"] = store.logs[table]
            assert (await host.registry.find("nowhere")).table.owner == "ann"
            assert not host.registry.loading

    run(find())


def test_a_load_that_failed_is_tried_again() -> None:
    async def find() -> None:
        store = MemoryStore()
        async with running_host(store) as host:
            table = await host.open(DUEL, "ann")
            host.registry.evict(table)
            store.failures["load"] = OSError("the database is away")
            with pytest.raises(OSError, match="away"):
                await host.registry.find(table)
            del store.failures["load"]
            assert (await host.registry.find(table)).table.version == 1

    run(find())


def test_a_table_that_is_loaded_while_it_opens_lives_once() -> None:
    """A list of public tables shows it as soon as it is durable; its owner hears of it later."""

    async def open_and_list() -> None:
        store = MemoryStore()
        async with running_host(store) as host:
            store.is_held = True
            opening = asyncio.create_task(host.open(DUEL, "ann"))
            await run_ready()
            (table,) = store.rows
            gate = store.close_gate("load")
            listing = asyncio.create_task(host.registry.find(table))
            await asyncio.sleep(0.05)
            store.release()
            assert await opening == table
            owner = await Client(host, "ann").watch(table)
            gate.set()
            assert await listing is host.registry.get(table)
            await host.perform(table, sit("bob", 1), "bob")
            assert owner.table["seats"][1]["guest"] == "bob"

    run(open_and_list())


def test_a_table_that_is_evicted_as_soon_as_it_is_loaded_is_loaded_again() -> None:
    """The caller continues a moment after the load; meanwhile many others may have been loaded."""

    async def find() -> None:
        store = MemoryStore()
        async with running_host(store) as host:
            table = await host.open(DUEL, "ann")
            host.registry.evict(table)
            loads: list[LiveTable] = []

            def evict_first(live: LiveTable) -> None:
                loads.append(live)
                if len(loads) == 1:
                    host.registry.evict(table)

            host.registry.on_load = evict_first
            live = await asyncio.wait_for(host.registry.find(table), 5)
            assert host.registry.get(table) is live is loads[1]

    run(find())


@pytest.mark.parametrize("phase", [LOBBY, PLAYING])
def test_only_a_game_that_runs_waits_for_its_rules(phase: str) -> None:
    async def find() -> None:
        store = MemoryStore()
        async with running_host(store) as host:
            if phase == LOBBY:
                table = await host.open(DUEL, "ann")
            else:
                table = await start_game(host, "ann", "bob")
            host.registry.evict(table)
            host.compiling.rules["ghooost"] = Milestone()
            finding = asyncio.create_task(host.registry.find(table))
            await asyncio.sleep(0.2)
            assert finding.done() == (phase == LOBBY)
            host.compiling.rules["ghooost"].reach()
            assert (await finding).table.phase == phase

    run(find())


def test_a_new_table_is_not_read_from_the_store() -> None:
    async def open_table() -> None:
        store = MemoryStore()
        async with running_host(store) as host:
            table = await host.open(DUEL, "ann")
            assert (await host.registry.find(table)).table.owner == "ann"
            assert store.calls["load"] == 0

    run(open_table())


def test_a_table_follows_a_clock_that_is_ahead() -> None:
    """Another process wrote the last entry; its clock was ahead, and time never goes back."""

    async def find() -> None:
        store = MemoryStore()
        async with running_host(store) as host:
            table = await host.open(DUEL, "ann")
            host.registry.evict(table)
            store.logs[table][-1].at += 100
            live = await host.registry.find(table)
            assert live.ahead == pytest.approx(100, abs=5)
            await host.perform(table, sit("ann", 0), "ann")
            await host.perform(table, ask.Say(text="boo"), "ann")
            times = [entry.at for entry in store.logs[table]]
            assert times == sorted(times)
            assert times[-1] < times[0] + 50

    run(find())
