"""Replays of finished games: limited in number, and in a pool that delays nothing else."""

import asyncio
import random
import threading
from collections.abc import Callable

import pytest

from spookhouse.host import replays as module
from spookhouse.host.compile_queue import Milestone
from spookhouse.host.host import Host
from spookhouse.host.replays import Busy
from spookhouse.table import commands as ask
from spookhouse.table.errors import Refused
from spookhouse.table.log import Origin, RematchOpened
from spookhouse.table.replay import Replay
from support.hosts import DUEL, Client, MemoryStore, first_move, running_host, start_game
from support.running import run

MOVES = 12


async def finish_game(host: Host) -> str:
    """Return a table where Ann has resigned after some moves."""
    table = await start_game(host, "ann", "bob")
    live = await host.registry.find(table)
    for _ in range(MOVES):
        await host.perform(table, *first_move(live))
    await host.perform(table, ask.Resign(seat=0), "ann")
    return table


class SlowWork:
    """Work in the pool of replays that ends when the test says so."""

    def __init__(self, host: Host, number: int) -> None:
        self.gate = threading.Event()
        self.tasks = [
            asyncio.create_task(host.replays.run(lambda: self.gate.wait(20))) for _ in range(number)
        ]

    async def end(self) -> None:
        """Let all of it end."""
        self.gate.set()
        await asyncio.gather(*self.tasks)


def test_a_finished_game_is_replayed() -> None:
    async def play() -> None:
        store = MemoryStore()
        store.names["ann"] = "Ann"
        async with running_host(store) as host:
            table = await finish_game(host)
            view, moves = await host.replays.overview(table, None, True)
            assert view["outcome"]["reason"] == "resigned"
            assert [move["step"] for move in moves] == [*range(1, MOVES + 1)]
            assert any("Ann" in text for move in moves for text in move["told"])
            steps = await host.replays.steps(table, 1, False, 2, 5)
            assert [step["step"] for step in steps] == [2, 3, 4, 5]
            assert await host.replays.players(table) == 2
            assert store.calls["load"] == 1, "the overview loads the replay for all others"

    run(play())


def test_the_overview_shows_the_newest_chat_and_rematch() -> None:
    async def play() -> None:
        async with running_host() as host:
            table = await finish_game(host)
            assert (await host.replays.overview(table, None, True))[0]["chat"] == []
            await host.perform(table, ask.Say(text="good game"), "ann")
            await host.perform(table, ask.Rematch(), "ann")
            view, _ = await host.replays.overview(table, None, True)
            assert [message["text"] for message in view["chat"]] == ["good game"]
            assert view["rematch"]

    run(play())


def test_a_game_continues_from_any_step() -> None:
    async def play() -> None:
        async with running_host() as host:
            finished = await finish_game(host)
            command = await host.replays.continue_from(finished, 7)
            opened = (await host.registry.find(await host.open(command, "cat"))).table
            assert (opened.start, opened.origin) == (command.start, Origin(finished, 7))

    run(play())


def test_a_game_that_is_not_over_has_no_replay() -> None:
    async def play() -> None:
        async with running_host() as host:
            for table in (await start_game(host, "ann", "bob"), await host.open(DUEL, "ann")):
                for request in (
                    host.replays.overview(table, 0, False),
                    host.replays.steps(table, None, False, 0, 1),
                    host.replays.continue_from(table, 0),
                    host.replays.players(table),
                    host.replays.verify(table),
                    host.replays.record(table),
                ):
                    with pytest.raises(Refused) as refused:
                        await request
                    assert refused.value.code == "table/not-over"
            with pytest.raises(Refused, match="no such table"):
                await host.replays.record("nowhere")

    run(play())


def test_the_record_is_complete_and_verifies() -> None:
    async def play() -> None:
        store = MemoryStore()
        async with running_host(store) as host:
            table = await finish_game(host)
            await host.perform(table, ask.Rematch(), "bob")
            entries = await host.replays.record(table)
            assert entries == store.logs[table]
            assert isinstance(entries[-1].data, RematchOpened)
            steps = await host.replays.verify(table)
            assert all(step.holds for step in steps)

    run(play())


def test_a_replay_waits_for_the_rules() -> None:
    async def play() -> None:
        async with running_host() as host:
            table = await finish_game(host)
            host.compiling.rules["ghooost"] = Milestone()
            task = asyncio.create_task(host.replays.players(table))
            await asyncio.sleep(0.1)
            assert not task.done()
            host.compiling.rules["ghooost"].reach()
            assert await task == 2

    run(play())


# === LIMITS ===


def test_too_many_requests_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_REQUESTS", 5)

    async def play() -> None:
        async with running_host() as host:
            table = await finish_game(host)
            slow = SlowWork(host, 5)
            await asyncio.sleep(0.05)
            with pytest.raises(Busy):
                await host.replays.overview(table, None, True)
            with pytest.raises(Busy):
                await host.replays.verify(table)
            await slow.end()
            assert await host.replays.players(table) == 2
            assert host.replays.requests == 0

    run(play())


def test_requests_that_fail_or_are_given_up_do_not_count(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "MAX_REQUESTS", 3)

    async def play() -> None:
        async with running_host() as host:
            table = await finish_game(host)
            for _ in range(5):
                with pytest.raises(Refused):
                    await host.replays.steps(table, None, True, 0, 1_000)
            slow = SlowWork(host, 2)
            waiting = asyncio.create_task(host.replays.verify(table))
            await asyncio.sleep(0.1)
            assert host.replays.requests == 3
            waiting.cancel()
            await asyncio.sleep(0.05)
            assert host.replays.requests == 2
            await slow.end()

    run(play())


def test_long_replays_delay_neither_tables_nor_bots() -> None:
    async def play() -> None:
        async with running_host() as host:
            slow = SlowWork(host, 10)
            table = await start_game(host, "ann", "THUMB")
            host.registry.evict(table)
            await Client(host, "eve").watch(table)
            live = await host.registry.find(table)
            async with asyncio.timeout(20):
                for _ in range(3):
                    while 0 not in live.table.owed:
                        await asyncio.sleep(0.01)
                    await host.perform(table, *first_move(live))
            assert not any(task.done() for task in slow.tasks)
            await slow.end()

    run(play())


def test_the_number_of_replays_in_memory_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_REPLAYS", 3)

    async def play() -> None:
        store = MemoryStore()
        async with running_host(store) as host:
            tables = [await finish_game(host) for _ in range(5)]
            for table in tables[:3]:
                await host.replays.players(table)
            await host.replays.players(tables[0])
            for table in tables[3:]:
                await host.replays.players(table)
            assert [*host.replays.kept] == [tables[0], tables[3], tables[4]]
            assert store.calls["load"] == 5

    run(play())


def test_one_thread_at_a_time_uses_a_replay() -> None:
    """Its checkpoints are shared by all requests."""
    active, most = 0, 0
    lock = threading.Lock()

    def use(function: Callable[[], object]) -> None:
        nonlocal active, most
        with lock:
            active += 1
            most = max(most, active)
        function()
        with lock:
            active -= 1

    async def play() -> None:
        async with running_host() as host:
            table = await finish_game(host)
            found = await host.replays.find(table)
            rng = random.Random(1)

            def request(replay: Replay) -> None:
                step = rng.randrange(MOVES)
                use(lambda: replay.show_steps(0, True, step, step, ["Ann", "Bob"]))

            await asyncio.gather(*(host.replays.use(found, request) for _ in range(20)))

    run(play())
    assert most == 1
