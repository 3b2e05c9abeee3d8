"""Commands and visits on their way through a table: nothing that fails may block it."""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import pytest

from spookhouse.host import command_job as command_job_module
from spookhouse.host import host as host_module
from spookhouse.host.background import ServerClosing
from spookhouse.host.command_job import CommandJob
from spookhouse.host.host import Host
from spookhouse.host.live_table import LiveTable
from spookhouse.host.watchers import Patch
from spookhouse.kernel.errors import SpookhouseError
from spookhouse.table import commands as ask
from spookhouse.table.apply import apply
from spookhouse.table.log import Entry
from spookhouse.table.store_protocol import Log, Promise, VersionConflict
from spookhouse.table.table import Table
from support.hosts import (
    DUEL,
    Client,
    MemoryStore,
    first_move,
    run_ready,
    running_host,
    sit,
    start_game,
)
from support.running import run

# Seconds in which a command must end, whatever happens.
SOON = 5.0


def say(text: str, key: str = "") -> ask.Say:
    """Return a chat message."""
    return ask.Say(text=text, key=key)


def texts(live: LiveTable) -> list[str]:
    """Return the chat of a table."""
    return [message.text for message in live.table.chat]


async def seated(host: Host) -> LiveTable:
    """Return a table in the lobby where Ann has a seat."""
    table = await host.open(DUEL, "ann")
    await host.perform(table, sit("ann", 0), "ann")
    return await host.registry.find(table)


def fail_once(
    monkeypatch: pytest.MonkeyPatch, owner: object, name: str, error: Exception | None = None
) -> None:
    """Let a function raise an error the next time it is called."""
    function: Callable[..., Any] = getattr(owner, name)

    def failing(*arguments: Any, **named: Any) -> Any:
        monkeypatch.setattr(owner, name, function)
        raise error or ZeroDivisionError("a defect")

    monkeypatch.setattr(owner, name, failing)


# === COMMANDS ===


def test_a_legal_command_is_applied_when_it_is_durable() -> None:
    async def move() -> None:
        store = MemoryStore()
        async with running_host(store) as host:
            live = await host.registry.find(await start_game(host, "ann", "bob"))
            watcher = await Client(host, "eve").watch(live.table.id)
            version, counts = live.table.version, host.counts.moves
            store.is_held = True
            task = asyncio.create_task(host.perform(live.table.id, *first_move(live)))
            await run_ready()
            assert len(store.logs[live.table.id]) == version + 1
            assert (live.table.version, watcher.version) == (version, version)
            assert not task.done()
            store.release()
            assert await task == live.table.version == watcher.version == version + 1
            assert host.counts.moves == counts + 1

    run(move())


def test_commands_are_decided_one_after_the_other() -> None:
    """The second one finds the seat taken, though the first is not durable when it arrives."""

    async def sit_twice() -> None:
        store = MemoryStore()
        async with running_host(store) as host:
            live = await seated(host)
            store.is_held = True
            tasks = [
                asyncio.create_task(host.perform(live.table.id, sit(guest, 1), guest))
                for guest in ("bob", "eve")
            ]
            await asyncio.sleep(0.1)
            store.release()
            found = await asyncio.gather(*tasks, return_exceptions=True)
            assert found[0] == 3
            assert isinstance(found[1], SpookhouseError)
            assert found[1].code == "seat/taken"
            assert store.calls["commit"] == 3

    run(sit_twice())


def test_a_refused_command_leaves_no_trace() -> None:
    async def be_refused() -> None:
        store = MemoryStore()
        async with running_host(store) as host:
            live = await seated(host)
            watcher = await Client(host, "eve").watch(live.table.id)
            before = (live.table.version, store.calls["commit"])
            with pytest.raises(SpookhouseError, match="only players"):
                await host.perform(live.table.id, say("boo"), "eve")
            assert (live.table.version, store.calls["commit"]) == before
            assert watcher.received == []
            assert live.mailbox.is_idle
            assert store.calls["read"] == 0, "nobody else writes to this store"

    run(be_refused())


def test_a_command_with_the_same_key_is_carried_out_once() -> None:
    async def repeat() -> None:
        store = MemoryStore()
        async with running_host(store) as host:
            live = await seated(host)
            first = await host.perform(live.table.id, say("boo", "k"), "ann")
            await host.perform(live.table.id, say("more"), "ann")
            assert await host.perform(live.table.id, say("boo", "k"), "ann") == first
            assert texts(live) == ["boo", "more"]
            assert live.mailbox.is_idle

    run(repeat())


def test_a_command_with_the_same_key_may_arrive_before_the_first_is_durable() -> None:
    async def repeat() -> None:
        store = MemoryStore()
        async with running_host(store) as host:
            live = await seated(host)
            store.is_held = True
            tasks = [
                asyncio.create_task(host.perform(live.table.id, say("boo", "k"), "ann"))
                for _ in range(3)
            ]
            await run_ready()
            store.release()
            assert await asyncio.gather(*tasks) == [3, 3, 3]
            assert texts(live) == ["boo"]

    run(repeat())


@pytest.mark.parametrize("function", ["decide", "next_entries", "advance_all"])
def test_a_defect_in_a_decision_does_not_block_the_table(
    monkeypatch: pytest.MonkeyPatch, function: str
) -> None:
    async def go_on() -> None:
        async with running_host() as host:
            live = await seated(host)
            fail_once(monkeypatch, command_job_module, function)
            with pytest.raises(ZeroDivisionError):
                await asyncio.wait_for(host.perform(live.table.id, say("boo"), "ann"), SOON)
            assert live.mailbox.is_idle
            await asyncio.wait_for(host.perform(live.table.id, say("again"), "ann"), SOON)
            assert texts(live) == ["again"]

    run(go_on())


@pytest.mark.parametrize("error", [ZeroDivisionError("a defect"), SpookhouseError("no")])
def test_a_rematch_that_cannot_open_does_not_block_the_table(
    monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    async def ask_for_rematch() -> None:
        store = MemoryStore()
        async with running_host(store) as host:
            live = await host.registry.find(await start_game(host, "ann", "bob"))
            await host.perform(live.table.id, ask.Resign(seat=0), "ann")
            fail_once(monkeypatch, command_job_module, "rematch_drafts", error)
            with pytest.raises(type(error)):
                await asyncio.wait_for(host.perform(live.table.id, ask.Rematch(), "bob"), SOON)
            assert live.table.rematch == ""
            await asyncio.wait_for(host.perform(live.table.id, ask.Rematch(), "bob"), SOON)
            assert live.table.rematch in host.registry.live
            assert {*store.logs} == {live.table.id, live.table.rematch}

    run(ask_for_rematch())


def test_a_write_that_fails_is_reported_and_can_be_repeated() -> None:
    async def write() -> None:
        store = MemoryStore()
        async with running_host(store) as host:
            live = await seated(host)
            store.failures["commit"] = OSError("the disk is full")
            with pytest.raises(OSError, match="the disk is full"):
                await host.perform(live.table.id, say("boo", "k"), "ann")
            assert texts(live) == []
            del store.failures["commit"]
            assert await host.perform(live.table.id, say("boo", "k"), "ann") == 3
            assert texts(live) == ["boo"]

    run(write())


def test_a_caller_who_fails_to_hear_of_it_disturbs_nobody(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """One commit of the store reports to many tables, one after the other."""

    def fail(version: int, error: BaseException | None) -> None:
        raise ZeroDivisionError("a defect")

    async def report() -> None:
        async with running_host() as host:
            live = await seated(host)
            for command in (say("boo"), say("  ")):
                job = CommandJob(host, live, command, "ann", fail)
                live.mailbox.submit(job)
            await host.perform(live.table.id, say("again"), "ann")
            assert texts(live) == ["boo", "again"]

    run(report())
    assert [record.message for record in caplog.records] == [
        "the end of a command could not be reported"
    ] * 2


# === DEFECTS IN APPLY ===


def apply_half(monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    """Leave the table inconsistent at the next entry of a kind: only its version changes."""

    def failing(table: Table, entry: Entry) -> None:
        if entry.kind != kind:
            apply(table, entry)
            return
        monkeypatch.setattr(host_module, "apply", apply)
        table.version, table.head = entry.version, entry.hash
        raise ZeroDivisionError("a defect")

    monkeypatch.setattr(host_module, "apply", failing)


def test_a_defect_in_apply_rebuilds_the_table_from_its_log(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def go_on() -> None:
        async with running_host() as host:
            live = await seated(host)
            watcher = await Client(host, "eve").watch(live.table.id)
            apply_half(monkeypatch, "said")
            with pytest.raises(ZeroDivisionError):
                await host.perform(live.table.id, say("boo", "k"), "ann")
            assert await host.perform(live.table.id, say("boo", "k"), "ann") == 3
            assert await host.perform(live.table.id, say("again"), "ann") == 4
            assert texts(live) == ["boo", "again"]
            assert [message["text"] for message in watcher.table["chat"]] == ["boo", "again"]

    run(go_on())


def test_bots_go_on_at_a_table_that_was_rebuilt(monkeypatch: pytest.MonkeyPatch) -> None:
    """The human's move is in the log, so nobody else would wake the bot."""

    async def go_on() -> None:
        async with running_host() as host:
            live = await host.registry.find(await start_game(host, "ann", "THUMB"))
            await until(lambda: 0 in live.table.owed)
            move, guest = first_move(live)
            assert guest == "ann"
            apply_half(monkeypatch, "moved")
            with pytest.raises(ZeroDivisionError):
                await host.perform(live.table.id, move, guest)
            bot_moves = host.counts.moves
            await until(lambda: 0 in live.table.owed and host.counts.moves > bot_moves)

    run(go_on())


def test_nothing_is_decided_at_an_inconsistent_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the table cannot be rebuilt at once, the next command tries that again."""

    async def go_on() -> None:
        store = MemoryStore()
        async with running_host(store) as host:
            live = await seated(host)
            apply_half(monkeypatch, "sat")
            store.failures["load"] = OSError("the database is away")
            with pytest.raises(ZeroDivisionError):
                await host.perform(live.table.id, sit("bob", 1), "bob")
            for _ in range(2):
                with pytest.raises(OSError, match="away"):
                    await host.perform(live.table.id, sit("eve", 1), "eve")
            with pytest.raises(OSError, match="away"):
                await Client(host, "eve").watch(live.table.id)
            del store.failures["load"]
            with pytest.raises(SpookhouseError, match="seat 1 is taken"):
                await host.perform(live.table.id, sit("eve", 1), "eve")
            assert live.table.seats[1].guest == "bob"

    run(go_on())


def test_an_entry_of_another_process_may_meet_the_defect(monkeypatch: pytest.MonkeyPatch) -> None:
    async def go_on() -> None:
        store = MemoryStore(is_shared=True)
        async with running_host(store) as host:
            live = await seated(host)
            store.write_elsewhere(live.table.id, "bob", sit("bob", 1))
            apply_half(monkeypatch, "sat")
            with pytest.raises(ZeroDivisionError):
                await host.visit(live, list)
            await host.perform(live.table.id, say("boo"), "bob")
            assert live.table.seats[1].guest == "bob"
            assert texts(live) == ["boo"]

    run(go_on())


async def until(holds: Callable[[], object]) -> None:
    """Wait until a condition holds."""
    async with asyncio.timeout(SOON):
        while not holds():
            await asyncio.sleep(0.01)


# === OTHER PROCESSES ===


def test_a_conflict_is_decided_again_with_the_newest_entries() -> None:
    async def conflict() -> None:
        store = MemoryStore(is_shared=True)
        async with running_host(store) as host:
            live = await seated(host)
            watcher = await Client(host, "eve").watch(live.table.id)
            store.write_elsewhere(live.table.id, "ann", say("one"), say("two"))
            assert await host.perform(live.table.id, say("three"), "ann") == 5
            assert texts(live) == ["one", "two", "three"]
            patches = [message for message in watcher.received if isinstance(message, Patch)]
            assert [(patch.was, patch.version) for patch in patches] == [(2, 3), (3, 4), (4, 5)]
            assert store.calls["commit"] == 4, "one attempt failed"

    run(conflict())


def test_after_a_conflict_the_command_may_be_refused() -> None:
    async def conflict() -> None:
        store = MemoryStore(is_shared=True)
        async with running_host(store) as host:
            live = await seated(host)
            store.write_elsewhere(live.table.id, "bob", sit("bob", 1))
            with pytest.raises(SpookhouseError, match="seat 1 is taken"):
                await host.perform(live.table.id, sit("eve", 1), "eve")
            assert live.table.seats[1].guest == "bob"
            assert live.mailbox.is_idle

    run(conflict())


def test_several_conflicts_in_a_row(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process is faster again, just when this one has caught up."""

    async def conflict() -> None:
        store = MemoryStore(is_shared=True)
        async with running_host(store) as host:
            live = await seated(host)
            write, left = store.write, iter(range(3))

            def write_late(promise: Promise, logs: Sequence[Log]) -> None:
                if next(left, None) is not None:
                    store.write_elsewhere(live.table.id, "ann", say("faster"))
                write(promise, logs)

            monkeypatch.setattr(store, "write", write_late)
            assert await host.perform(live.table.id, say("slow"), "ann") == 6
            assert texts(live) == ["faster"] * 3 + ["slow"]

    run(conflict())


def test_a_repeated_command_that_another_process_carried_out() -> None:
    async def repeat() -> None:
        store = MemoryStore(is_shared=True)
        async with running_host(store) as host:
            live = await seated(host)
            store.write_elsewhere(live.table.id, "ann", say("boo", "k"), say("more"))
            assert await host.perform(live.table.id, say("boo", "k"), "ann") == 3
            assert texts(live) == ["boo", "more"]

    run(repeat())


@pytest.mark.parametrize("is_shared", [False, True])
def test_a_conflict_without_newer_entries_is_reported(is_shared: bool) -> None:
    """Another attempt would end in the same way, and so would all that follow."""

    async def conflict() -> None:
        store = MemoryStore(is_shared=is_shared)
        async with running_host(store) as host:
            live = await seated(host)
            store.failures["commit"] = VersionConflict()
            with pytest.raises(VersionConflict):
                await asyncio.wait_for(host.perform(live.table.id, say("boo"), "ann"), 1.0)
            del store.failures["commit"]
            assert await host.perform(live.table.id, say("boo"), "ann") == 3

    run(conflict())


def test_a_refusal_is_decided_again_with_the_newest_entries() -> None:
    """The guest may have taken the seat with the help of another process."""

    async def be_refused() -> None:
        store = MemoryStore(is_shared=True)
        async with running_host(store) as host:
            live = await seated(host)
            store.write_elsewhere(live.table.id, "bob", sit("bob", 1))
            assert await host.perform(live.table.id, say("boo"), "bob") == 4
            assert texts(live) == ["boo"]

    run(be_refused())


def test_a_refusal_is_final_without_newer_entries() -> None:
    async def be_refused() -> None:
        store = MemoryStore(is_shared=True)
        async with running_host(store) as host:
            live = await seated(host)
            with pytest.raises(SpookhouseError, match="only players"):
                await host.perform(live.table.id, say("boo"), "bob")
            assert store.calls["read"] == 1
            store.write_elsewhere(live.table.id, "ann", say("one"))
            with pytest.raises(SpookhouseError, match="only players"):
                await host.perform(live.table.id, say("boo"), "bob")
            assert store.calls["read"] == 2, "the newest entries are applied by now"
            assert texts(live) == ["one"]

    run(be_refused())


def test_a_store_that_cannot_be_read_blocks_nothing() -> None:
    async def fail() -> None:
        store = MemoryStore(is_shared=True)
        async with running_host(store) as host:
            live = await seated(host)
            store.failures["read"] = OSError("the database is away")
            with pytest.raises(OSError, match="away"):
                await host.perform(live.table.id, say("boo"), "bob")
            with pytest.raises(OSError, match="away"):
                await host.visit(live, list)
            del store.failures["read"]
            assert await host.visit(live, lambda: live.table.version) == 2

    run(fail())


# === VISITS ===


def test_a_visit_waits_for_the_current_command() -> None:
    async def visit() -> None:
        store = MemoryStore()
        async with running_host(store) as host:
            live = await seated(host)
            store.is_held = True
            command = asyncio.create_task(host.perform(live.table.id, say("boo"), "ann"))
            await run_ready()
            seen = asyncio.create_task(host.visit(live, lambda: live.table.version))
            await run_ready()
            assert not seen.done()
            store.release()
            assert await seen == await command == 3

    run(visit())


def test_a_visit_that_fails_does_not_block_the_table() -> None:
    async def visit() -> None:
        async with running_host() as host:
            live = await seated(host)
            with pytest.raises(ZeroDivisionError):
                await host.visit(live, lambda: 1 // 0)
            assert live.mailbox.is_idle

    run(visit())


@pytest.mark.parametrize("is_shared", [False, True])
def test_a_visitor_who_gives_up_holds_nobody_up(is_shared: bool) -> None:
    """Neither one that waits for the table, nor one that waits for the newest entries."""

    async def visit() -> None:
        store, called = MemoryStore(is_shared=is_shared), list[int]()
        async with running_host(store) as host:
            live = await seated(host)
            store.is_held = True
            command = asyncio.create_task(host.perform(live.table.id, say("boo"), "ann"))
            await run_ready()
            visits = [
                asyncio.create_task(host.visit(live, partial(called.append, number)))
                for number in range(3)
            ]
            await run_ready()
            visits[0].cancel()
            store.release()
            await command
            visits[1].cancel()
            await asyncio.wait_for(visits[2], SOON)
            assert 0 not in called
            assert called[-1] == 2
            await run_ready()
            assert live.mailbox.is_idle

    run(visit())


# === CLOSING ===


def test_a_command_in_the_queue_of_a_closing_server_is_not_carried_out() -> None:
    async def close() -> None:
        store = MemoryStore()
        async with running_host(store) as host:
            live = await seated(host)
            store.is_held = True
            current = asyncio.create_task(host.perform(live.table.id, say("one"), "ann"))
            await run_ready()
            queued = asyncio.create_task(host.perform(live.table.id, say("two"), "ann"))
            await run_ready()
            closing = asyncio.create_task(host.close())
            await run_ready()
            store.release()
            await closing
            assert await current == 3
            with pytest.raises(ServerClosing):
                await queued
            with pytest.raises(ServerClosing):
                await host.visit(live, list)
            assert len(store.logs[live.table.id]) == 3

    run(close())


def test_a_move_at_a_closed_server_is_not_carried_out() -> None:
    async def close() -> None:
        async with running_host() as host:
            live = await host.registry.find(await start_game(host, "ann", "bob"))
            await host.close()
            ends: list[BaseException | None] = []
            command, guest = first_move(live)
            host.submit(live.table.id, command, guest, lambda version, error: ends.append(error))
            await run_ready()
            assert [type(error) for error in ends] == [ServerClosing]

    run(close())


def test_bots_and_timers_are_started_once_for_all_entries_of_a_command(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def start() -> None:
        woken: list[int] = []
        wake = Host.wake

        def counted(self: Host, live: LiveTable) -> None:
            woken.append(live.table.version)
            wake(self, live)

        monkeypatch.setattr(Host, "wake", counted)
        async with running_host() as host:
            table = await host.open(DUEL, "ann")
            for seat in (0, 1):
                await host.perform(table, ask.AddBot(seat=seat, level="thumb"), "ann")
            woken.clear()
            assert await host.perform(table, ask.Start(), "ann") == 6
            assert woken[0] == 6, "the start and the bytes of both bots are one commit"

    run(start())
