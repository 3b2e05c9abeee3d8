"""A server that closes in the middle of something ends quietly, and answers everybody who waits."""

import asyncio
import threading
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest

from spookhouse.host import host as host_module
from spookhouse.host.background import Background, ServerClosing
from spookhouse.host.compile_queue import CompileQueue, Milestone
from spookhouse.host.host import Host
from spookhouse.host.thinkers import Thinkers
from spookhouse.host.thinking_job import Effort, ThinkingJob, Urgency
from spookhouse.host.watchers import Closing, Message
from spookhouse.stores import SqlStore
from spookhouse.table import commands as ask
from support.hosts import (
    DUEL,
    Client,
    MemoryStore,
    run_ready,
    running_host,
    show,
    sit,
    start_game,
)
from support.running import run

Work = Callable[[Host], Coroutine[Any, Any, None]]
SqlHost = Callable[[Work], None]


@pytest.fixture
def with_host(tmp_path: Path) -> Iterator[SqlHost]:
    """Return a function that runs some work with a host on a real database."""
    store = SqlStore(f"sqlite:///{tmp_path}/server.db")

    async def start(work: Work) -> None:
        await work(Host(store, 0.0, CompileQueue()))

    yield lambda work: run(start(work))
    store.close()


# === WORK OF THE SERVER ===


def test_work_of_the_server_ends_quietly(
    with_host: SqlHost, caplog: pytest.LogCaptureFixture
) -> None:
    """Another process may have written just then; what is done about it does not fail but ends."""

    async def close_meanwhile(host: Host) -> None:
        async def follow() -> None:
            await host.close()
            await host.background.read(host.store.ping)

        await asyncio.wait_for(host.background.retry(follow), 5)
        with pytest.raises(ServerClosing):
            await host.background.read(host.store.ping)

    with_host(close_meanwhile)
    assert not caplog.records


def test_tasks_have_ended_when_the_server_is_closed() -> None:
    async def close_meanwhile() -> None:
        async with running_host() as host:
            tasks = [host.background.spawn(asyncio.sleep(60)) for _ in range(3)]
            await host.close()
            assert all(task.cancelled() for task in tasks)
            assert not host.background.tasks

    run(close_meanwhile())


def test_timers_end_with_the_server() -> None:
    async def close_meanwhile() -> None:
        async with running_host() as host:
            table = await start_game(host, "ann", "bob", clock={"move": 1.0, "reserve": 0.0})
            live = await host.registry.find(table)
            timers = [live.timer]
            await host.close()
            timers.append(live.timer)
            host.wake(live)
            timers.append(live.timer)
            assert [timer is None for timer in timers] == [False, True, True]

    run(close_meanwhile())


# === CALLERS WHO WAIT ===


def test_callers_hear_that_the_server_closes(with_host: SqlHost) -> None:
    """Slow queries, one that has not begun, and one that waits for rules."""
    slow = threading.Event()

    async def close_meanwhile(host: Host) -> None:
        background = host.background
        readers = background.readers._max_workers
        callers = [asyncio.create_task(background.read(slow.wait, 5)) for _ in range(readers)]
        late = [
            asyncio.create_task(background.read(host.store.public_tables)),
            asyncio.create_task(host.wait_for_rules("ghooost")),
        ]
        await asyncio.sleep(0.1)
        closing = asyncio.create_task(host.close())
        await asyncio.sleep(0.1)
        slow.set()
        await closing
        assert await asyncio.gather(*callers) == [True] * readers, "these had begun"
        found = await asyncio.gather(*late, return_exceptions=True)
        assert [type(error) for error in found] == [ServerClosing, ServerClosing]
        assert not background.waiting

    with_host(close_meanwhile)


def test_a_query_that_never_ends_delays_nobody(with_host: SqlHost) -> None:
    slow = threading.Event()

    async def close_meanwhile(host: Host) -> None:
        caller = asyncio.create_task(host.background.read(slow.wait, 60))
        await asyncio.sleep(0.1)
        await asyncio.wait_for(host.close(), 5)
        with pytest.raises(ServerClosing):
            await caller
        slow.set()

    with_host(close_meanwhile)


def test_a_cancelled_caller_stays_cancelled(with_host: SqlHost) -> None:
    """Even while the server closes."""
    slow = threading.Event()

    async def give_up(host: Host) -> None:
        caller = asyncio.create_task(host.background.read(slow.wait, 60))
        await asyncio.sleep(0.1)
        host.background.is_closing = True
        caller.cancel()
        with pytest.raises(asyncio.CancelledError):
            await caller
        slow.set()

    with_host(give_up)


def test_a_command_that_waits_for_its_table_is_answered() -> None:
    async def close_meanwhile() -> None:
        store = MemoryStore()
        async with running_host(store) as host:
            table = await host.open(DUEL, "ann")
            host.registry.evict(table)
            gate = store.close_gate("load")
            callers = [
                asyncio.create_task(host.perform(table, sit("ann", 0), "ann")),
                asyncio.create_task(Client(host, "eve").watch(table)),
            ]
            await asyncio.sleep(0.1)
            await host.close()
            found = await asyncio.gather(*callers, return_exceptions=True)
            assert [type(error) for error in found] == [ServerClosing, ServerClosing]
            gate.set()

    run(close_meanwhile())


def test_a_command_whose_task_has_not_begun_is_answered() -> None:
    """It arrives in the same turn of the event loop in which the server closes."""

    async def close_meanwhile() -> None:
        async with running_host() as host:
            table = await host.open(DUEL, "ann")
            ends: list[BaseException | None] = []
            background = host.background
            host.submit(table, sit("ann", 0), "ann", lambda version, error: ends.append(error))
            await background.close()
            await run_ready()
            assert [type(error) for error in ends] == [ServerClosing]

    run(close_meanwhile())


def test_a_command_that_waits_for_rules_is_answered() -> None:
    async def close_meanwhile() -> None:
        async with running_host() as host:
            table = await host.open(DUEL, "ann")
            for seat, guest in enumerate(("ann", "bob")):
                await host.perform(table, sit(guest, seat), guest)
            await host.perform(table, ask.Start(), "ann")
            host.compiling.rules["ghooost"] = Milestone()
            caller = asyncio.create_task(host.perform(table, show("ann", 0), "ann"))
            await asyncio.sleep(0.1)
            await host.close()
            with pytest.raises(ServerClosing):
                await caller

    run(close_meanwhile())


def test_nothing_begins_when_the_server_is_closed() -> None:
    async def close_first() -> None:
        async with running_host() as host:
            table = await host.open(DUEL, "ann")
            await host.close()
            for work in (
                host.perform(table, sit("ann", 0), "ann"),
                host.open(DUEL, "ann"),
                Client(host, "eve").watch(table),
            ):
                with pytest.raises(ServerClosing):
                    await work

    run(close_first())


# === TABLES ===


def test_watchers_are_told_after_the_current_command() -> None:
    async def close_meanwhile() -> None:
        store = MemoryStore()
        async with running_host(store) as host:
            tables = [await host.open(DUEL, "ann") for _ in range(2)]
            clients = [await Client(host, "eve").watch(table) for table in tables]
            store.is_held = True
            caller = asyncio.create_task(host.perform(tables[0], sit("ann", 0), "ann"))
            while not store.held:
                await asyncio.sleep(0.01)
            closing = asyncio.create_task(host.close())
            await run_ready()
            assert [type(message) for message in clients[0].received] == []
            store.release()
            await closing
            assert await caller == clients[0].version == 2
            for client, table in zip(clients, tables, strict=True):
                assert client.received[-1] == Closing(table)

    run(close_meanwhile())


def test_a_watcher_that_fails_does_not_stop_the_end(caplog: pytest.LogCaptureFixture) -> None:
    def fail(message: Message) -> None:
        raise ZeroDivisionError("a defect")

    async def close_meanwhile() -> None:
        async with running_host() as host:
            tables = [await host.open(DUEL, "ann") for _ in range(2)]
            await host.watch(tables[0], None, "eve", fail)
            client = await Client(host, "eve").watch(tables[1])
            await asyncio.wait_for(host.close(), 5)
            assert client.received == [Closing(tables[1])]
            assert host.background.is_closing

    run(close_meanwhile())
    assert caplog.messages == ["the end of a table failed"]


def test_a_command_that_never_ends_delays_the_end_for_a_limited_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(host_module, "COMMAND_TIMEOUT", 0.2)

    async def close_meanwhile() -> None:
        store = MemoryStore(is_shared=True)
        async with running_host(store) as host:
            table = await host.open(DUEL, "ann")
            gate = store.close_gate("read")
            caller = asyncio.create_task(host.perform(table, ask.Say(text="boo"), "eve"))
            await asyncio.sleep(0.1)
            await asyncio.wait_for(host.close(), 3)
            with pytest.raises(ServerClosing):
                await caller
            gate.set()

    run(close_meanwhile())


# === THE POOLS ===


def test_work_of_the_server_is_repeated_until_it_succeeds(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("spookhouse.host.background.RETRY_DELAY", 0.01)
    attempts: list[int] = []

    async def fail_twice() -> None:
        attempts.append(len(attempts))
        if len(attempts) < 3:
            raise OSError("the database is away")

    async def repeat() -> None:
        background = Background()
        await background.retry(fail_twice)
        await background.close()

    run(repeat())
    assert attempts == [0, 1, 2]
    assert caplog.messages == ["work at a table failed; it is repeated"] * 2


def test_queries_bots_and_replays_do_not_wait_for_each_other() -> None:
    async def fill() -> None:
        background, slow = Background(), threading.Event()
        thinkers = Thinkers(background)
        busy = [
            asyncio.create_task(background.run(background.replayers, slow.wait)) for _ in range(5)
        ] + [
            asyncio.create_task(
                thinkers.run(ThinkingJob("ann", "here", Urgency.NOBODY, effort), slow.wait)
            )
            for effort in Effort
            for _ in range(5)
        ]
        await asyncio.sleep(0.1)
        assert await asyncio.wait_for(background.read(max, 1, 2), 5) == 2
        slow.set()
        await asyncio.gather(*busy)
        thinkers.close()
        await background.close()

    run(fill())
