"""The tables that are live in this process: a mailbox each, who is watching, and the bots and clocks that act for the house.

A command is judged, stored, and only then taken in and told. If another process was faster the table is loaded again and the command judged anew.
"""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from spookhouse.bots import BOTS, bot
from spookhouse.kernel.errors import SpookhouseError
from spookhouse.table import (
    LOBBY,
    PLAYING,
    SHOWING,
    AnyCommand,
    Draft,
    Entry,
    Keeper,
    LostRace,
    Refused,
    Table,
    changes,
    judge,
    judge_bot_move,
    judge_time,
    show_game,
    show_table,
    tell_game,
)
from spookhouse.table.commands import Rematch, Show
from spookhouse.table.deals import pledge
from spookhouse.web.clock import HouseClock
from spookhouse.web.messages import encode
from spookhouse.web.metrics import Metrics
from spookhouse.web.waking import Waking

STAND_IN = "thumb"  # the level that plays for people who are away
TRY_AGAIN = 1.0  # seconds until the house tries again what the store did not take
KEPT = 2_000  # tables that stay in memory although nobody watches

Told = Callable[[bytes], None]
Judged = Callable[[Table], list[Draft]]


class Live:
    """One table in memory: one command at a time, and what each seat was last shown."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        self.watchers: dict[int | None, dict[Told, str]] = {}  # by seat: where to tell it, and which guest that is
        self.shown: dict[int | None, tuple[Any, Any]] = {}
        self.shown_version = table.version
        self.names: dict[str, str] = {}
        self.timer: asyncio.TimerHandle | None = None
        self.ahead = 0.0  # seconds by which the table's last entry is ahead of the house: its time goes on from there
        self.bot_task: asyncio.Task[None] | None = None

    @property
    def is_idle(self) -> bool:
        return not any(self.watchers.values()) and not self.lock.locked()


class Hub:
    """All of them."""

    def __init__(self, store: Keeper, bot_pause: float, metrics: Metrics, waking: Waking) -> None:
        self.store = store
        self.bot_pause = bot_pause
        self.metrics = metrics
        self.waking = waking
        self.clock = HouseClock()
        self.live: dict[str, Live] = {}
        self.loading: dict[str, asyncio.Task[Live]] = {}
        self.thinkers = ThreadPoolExecutor(max_workers=2, thread_name_prefix="spookhouse-bot")
        self.readers = ThreadPoolExecutor(max_workers=4, thread_name_prefix="spookhouse-reader")
        self.tasks: set[asyncio.Task[None]] = set()
        self.closing = False

    # === TABLES ===

    async def find(self, name: str) -> Live:
        """A live table, loaded from the store if need be; loaded once however many ask."""
        if name in self.live:
            return self.live[name]
        if name not in self.loading:
            self.loading[name] = asyncio.create_task(self._load(name))
            self.loading[name].add_done_callback(lambda _: self.loading.pop(name, None))
        return await asyncio.shield(self.loading[name])

    async def _load(self, name: str) -> Live:
        row = await self.read(self.store.find, name)
        if row is not None and row["phase"] not in (LOBBY, SHOWING):
            await self.waking.awake(row["game"])
        table = await self.read(self.store.load, name)
        if table is None:
            raise Refused("table/unknown", "there is no such table; it may have been mistyped")
        live = Live(table)
        live.ahead = max(0.0, table.changed_at - self.clock.now())
        live.names = await self.read(self.store.names, [table.owner, *table.guests])
        self._make_room()
        self.live[name] = live
        self._wake(live)
        return live

    def _make_room(self) -> None:
        for name in [name for name, live in self.live.items() if live.is_idle][: max(0, len(self.live) - KEPT)]:
            self._forget(name)

    def _forget(self, name: str) -> None:
        live = self.live.pop(name)
        if live.timer is not None:
            live.timer.cancel()

    async def read(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """A question to the store, off the event loop."""
        return await asyncio.get_running_loop().run_in_executor(self.readers, function, *arguments)

    async def open(self, draft: Draft, secret: bytes) -> str:
        """A new table."""
        name = secrets.token_urlsafe(9)
        await self._open_as(name, [draft], secret)
        return name

    async def _open_as(self, name: str, drafts: list[Draft], secret: bytes) -> None:
        table = Table(name, secret)
        now = self.clock.now()
        entries = table.write(now, drafts)
        row = {"secret": secret, "game": drafts[0].data["game"], "public": drafts[0].data["public"], "created": now, "changed": now}
        await asyncio.wrap_future(self.store.append(name, entries, table.phase, row))

    # === COMMANDS ===

    async def carry_out(self, name: str, command: AnyCommand, guest: str) -> int:
        """One command of one guest; gives the version of the table afterwards."""
        live = await self.find(name)
        if isinstance(command, Show):  # the last of them deals
            await self.waking.awake(live.table.game)
        if command.key and (done := live.table.done.get((guest, command.key))):
            return done
        version = await self._do(live, lambda table: judge(table, command, guest, BOTS, lambda: secrets.token_bytes(32)))
        if isinstance(command, Rematch):
            await self._open_rematch(live.table)
        return version

    async def _do(self, live: Live, judged: Judged) -> int:
        async with live.lock:
            while True:
                try:
                    drafts = judged(live.table)
                except SpookhouseError:
                    if await self._is_behind(live):
                        continue
                    raise
                if not drafts:
                    return live.table.version
                entries = live.table.write(self._now(live), drafts)
                try:
                    await self._store(live, entries)
                except LostRace:
                    await self._catch_up(live)
                    continue
                self._take(live, entries)
                return live.table.version

    def _now(self, live: Live) -> float:
        return self.clock.now() + live.ahead

    async def _store(self, live: Live, entries: list[Entry]) -> None:
        phase = phase_after(live.table, entries)
        await asyncio.wrap_future(self.store.append(live.table.id, entries, phase))

    async def _catch_up(self, live: Live) -> bool:
        """Take in what other processes wrote; whether there was anything."""
        entries = await self.read(self.store.read, live.table.id, live.table.version)
        self._take(live, entries)
        return bool(entries)

    async def _is_behind(self, live: Live) -> bool:
        """Before something is refused: has another process moved the table on, and word of it is still on the way?"""
        return self.store.is_shared and await self._catch_up(live)

    def _take(self, live: Live, entries: list[Entry]) -> None:
        """Entry by entry, so that every move is told with its own events."""
        for entry in entries:
            live.table.take(entry)
            self.metrics.entries += 1
            self.metrics.moves += entry.kind == "moved"
            self._tell(live, entry.kind == "moved")
        if entries:
            live.ahead = max(live.ahead, live.table.changed_at - self.clock.now())
            self._wake(live)

    async def heard(self, name: str, version: int) -> None:
        """Word from another process that shares the database."""
        found = list(self.live.values()) if not name else [self.live[name]] if name in self.live else []
        for live in found:
            if not name or live.table.version < version:
                await self._try_again(lambda live=live: self._hear(live))  # type: ignore[misc]

    async def _hear(self, live: Live) -> None:
        async with live.lock:
            await self._catch_up(live)

    # === WATCHING ===

    async def watch(self, name: str, seat: int | None, guest: str, told: Told) -> dict[str, Any]:
        """Everything that the seat may see now; changes follow through `told`."""
        live = await self.find(name)
        async with live.lock:
            await self._is_behind(live)
            must_see(live.table, seat, guest)
            await self._learn_names(live)
            if seat not in live.shown:
                live.shown[seat] = self._show(live, seat)
            live.watchers.setdefault(seat, {})[told] = guest
            shown = live.shown[seat]
            return {"table": shown[0], "game": shown[1], "version": live.table.version}

    def unwatch(self, name: str, told: Told) -> None:
        live = self.live.get(name)
        if live is None:
            return
        for seat, watchers in list(live.watchers.items()):
            watchers.pop(told, None)
            if not watchers:
                del live.watchers[seat]
                live.shown.pop(seat, None)

    async def _learn_names(self, live: Live) -> None:
        unknown = [guest for guest in {live.table.owner, *live.table.guests} if guest not in live.names]
        if unknown:
            live.names |= await self.read(self.store.names, unknown)

    def rename(self, guest: str, name: str) -> None:
        """A guest goes by another name now, at every live table."""
        for live in self.live.values():
            if guest in live.names or guest in live.table.guests:
                live.names[guest] = name
                self._tell(live, moved=False)

    def _show(self, live: Live, seat: int | None) -> tuple[Any, Any]:
        return show_table(live.table, live.names), show_game(live.table, seat)

    def _tell(self, live: Live, moved: bool) -> None:
        """To every seat that is watched: what changed for it. The message is made once a seat."""
        turn_away(live)
        was, live.shown_version = live.shown_version, live.table.version
        names = [seat["name"] or f"Seat {seat['seat']}" for seat in show_table(live.table, live.names)["seats"]] if live.watchers else []
        for seat, watchers in live.watchers.items():
            before, after = live.shown[seat], self._show(live, seat)
            live.shown[seat] = after
            message = {"tell": "change", "of": live.table.id, "was": was, "version": live.table.version}
            message |= {"table": changes(before[0], after[0]), "game": game_changes(before[1], after[1])}
            message["events"] = tell_game(live.table, seat, names) if moved else []
            encoded = encode(message)
            for told in list(watchers):
                told(encoded)

    # === BOTS AND CLOCKS ===

    def _wake(self, live: Live) -> None:
        """See whether the house itself has something to do at this table."""
        if self.closing or live.table.phase != PLAYING:
            return
        if live.table.waiting_bots() and (live.bot_task is None or live.bot_task.done()):
            live.bot_task = self._spawn(self._let_bots_play(live))
        deadline = live.table.deadline()
        if live.timer is not None:
            live.timer.cancel()
            live.timer = None
        if deadline is not None:
            wait = max(0.0, deadline[0] - self._now(live)) + 0.01
            live.timer = asyncio.get_running_loop().call_later(wait, lambda: self._spawn(self._look_at_clock(live)))

    def _spawn(self, work: Any) -> "asyncio.Task[None]":
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return task

    async def _look_at_clock(self, live: Live) -> None:
        await self._try_again(lambda: self._do(live, lambda table: judge_time(table, self._now(live))))
        self._wake(live)

    async def _let_bots_play(self, live: Live) -> None:
        while not self.closing and (seats := live.table.waiting_bots()):
            seat = seats[0]
            if self.bot_pause:
                await asyncio.sleep(self.bot_pause)
            await self._try_again(lambda seat=seat: self._bot_move(live, seat))  # type: ignore[misc]

    async def _try_again(self, work: Callable[[], Awaitable[Any]]) -> None:
        """What the house does by itself goes on when the store is back: nobody else would start it again."""
        while not self.closing:
            try:
                await work()
                return
            except Exception:
                logging.getLogger("spookhouse").exception("the house could not act at a table; it tries again")
                await asyncio.sleep(TRY_AGAIN)

    async def _bot_move(self, live: Live, seat: int) -> None:
        """A bot decides in a thread of its own, from what its seat knows, and enters by the same door as everybody."""
        table = live.table
        if seat not in table.waiting_bots() or table.match is None:
            return
        version, known, title = table.owed[seat], table.match.concealed(seat), table.match.game
        mind = bot(table.seats[seat].level or STAND_IN)
        chosen = await asyncio.get_running_loop().run_in_executor(self.thinkers, mind.choose, title, known, seat)
        move = title.notation.write_move(chosen)
        try:
            await self._do(live, lambda table: judge_bot_move(table, seat, version, move) if table.owed.get(seat) == version else [])
        except SpookhouseError:
            return  # its person came back meanwhile

    async def hint(self, name: str, seat: int, guest: str) -> str:
        """What the house's own bot would do in that seat."""
        live = await self.find(name)
        must_see(live.table, seat, guest)
        if not live.table.hints:
            raise Refused("table/private", "this table is played without hints")
        if live.table.match is None or seat not in live.table.owed:
            raise Refused("table/not-playing", f"seat {seat} owes no decision now")
        known, title = live.table.match.concealed(seat), live.table.match.game
        chosen = await asyncio.get_running_loop().run_in_executor(self.thinkers, bot(STAND_IN, live.table.version).choose, title, known, seat)
        return title.notation.write_move(chosen)

    async def _open_rematch(self, table: Table) -> None:
        """The new table of a rematch: same game, options and owner; people take their seats as they come, bots are seated again by the owner."""
        if await self.read(self.store.find, table.rematch) is None:
            secret = secrets.token_bytes(32)
            first = (await self.read(self.store.read, table.id, 0))[0]
            data = first.data | {"commitment": pledge(secret)}
            await self._open_as(table.rematch, [Draft("opened", table.owner, data)], secret)

    # === THE END ===

    async def close(self) -> None:
        """Finish what is being done, tell everybody, stop."""
        if self.closing:
            return
        self.closing = True
        for live in self.live.values():
            if live.timer is not None:
                live.timer.cancel()
            async with live.lock:
                goodbye = encode({"tell": "closing", "of": live.table.id})
                for watchers in live.watchers.values():
                    for told in list(watchers):
                        told(goodbye)
        for task in list(self.tasks):
            task.cancel()
        self.thinkers.shutdown(wait=False, cancel_futures=True)
        self.readers.shutdown(wait=False, cancel_futures=True)


def must_see(table: Table, seat: int | None, guest: str) -> None:
    """Whether the guest may look from there."""
    if seat is None:
        if not table.spectators and table.phase != "lobby" and guest not in table.guests:
            raise Refused("table/private", "this table is played without spectators")
    elif seat not in table.seats_of(guest):
        raise Refused("seat/not-yours", f"seat {seat} is not yours to look from; watch without a seat")


def turn_away(live: Live) -> None:
    """Who gave a seat up sees no more from there: as a spectator, or not at all where those are not welcome."""
    for seat, told, guest in [(seat, told, guest) for seat, watchers in live.watchers.items() for told, guest in watchers.items()]:
        if may_see(live.table, seat, guest):
            continue
        del live.watchers[seat][told]
        if may_see(live.table, None, guest):
            live.shown.setdefault(None, (live.shown[seat][0], None))
            live.watchers.setdefault(None, {})[told] = guest
        else:
            told(encode({"tell": "private", "of": live.table.id}))
    for seat in [seat for seat, watchers in live.watchers.items() if not watchers]:
        del live.watchers[seat]
        live.shown.pop(seat, None)


def may_see(table: Table, seat: int | None, guest: str) -> bool:
    try:
        must_see(table, seat, guest)
    except Refused:
        return False
    return True


def phase_after(table: Table, entries: list[Entry]) -> str:
    """The phase that the entries lead to, for the list of tables."""
    kinds = {entry.kind for entry in entries}
    if "secret" in kinds:
        return "over"
    if "started" in kinds:
        return "showing"
    if "called-off" in kinds:
        return "lobby"
    return PLAYING if "shown" in kinds and sum(not seat.shown for seat in table.seats) <= len(entries) else table.phase


def game_changes(before: Any, after: Any) -> Any:
    """The view as what changed; the rest of it is small and sent as it is."""
    if after is None or before is None:
        return {"all": after}
    return {"view": changes(before["view"], after["view"]), "owed": after["owed"], "undo": after["undo"], "seat": after["seat"]}
