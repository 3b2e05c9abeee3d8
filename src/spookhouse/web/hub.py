"""The tables that are live in this process: a mailbox each, who is watching, and the bots and clocks that act for the house.

A command is judged, stored, and only then taken in and told. If another process was faster the table is loaded again and the command judged anew.
"""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import Any

from spookhouse.bots import BOTS, SearchResult, bot, hint_bot
from spookhouse.host.clock import HouseClock
from spookhouse.host.compiling import Waking
from spookhouse.kernel.contract import State
from spookhouse.kernel.errors import SpookhouseError
from spookhouse.kernel.game import Game
from spookhouse.table import (
    LOBBY,
    OVER,
    PLAYING,
    SHOWING,
    AnyCommand,
    Draft,
    Entry,
    Log,
    NewTable,
    Refused,
    Shown,
    Store,
    Table,
    VersionConflict,
    changes,
    judge,
    judge_bot_move,
    judge_time,
    names_at,
    release,
    rematch_drafts,
    show_move,
    show_table,
    table_name,
    tell_event,
    tell_last,
)
from spookhouse.table.commands import Move, Show, Sit, Start
from spookhouse.table.log import Json
from spookhouse.web.messages import TROUBLE, change, encode
from spookhouse.web.metrics import Metrics
from spookhouse.web.turns import Turn

STAND_IN = "thumb"  # the level that plays for people who are away
LAST_ANSWERS = 0.5  # seconds for questions that are being answered when the house closes
TRY_AGAIN = 1.0  # seconds until the house tries again what the store did not take
NAMES = 10_000  # of guests that are remembered
KEPT = 2_000  # tables (and a tenth more) that stay in memory although nobody watches

Told = Callable[[bytes], None]
Judged = Callable[[Table], list[Draft]]
Settled = Callable[
    [int, BaseException | None], None
]  # the version that a deed became, or why it became none
Opened = tuple[Table, Log]  # a new table, and what opens it


class Closing(SpookhouseError):
    """Who comes while the house is closing finds it open again in a moment, or another one."""

    code = "house/trouble"


class Live:
    """One table in memory: one command at a time, and what was last shown: the table to all who watch, the game to each seat."""

    __slots__ = (
        "ahead",
        "bot_task",
        "called",
        "hints",
        "names",
        "shown",
        "shown_table",
        "table",
        "timer",
        "turn",
        "watchers",
    )

    def __init__(self, table: Table) -> None:
        self.table = table
        self.turn = Turn()
        self.watchers: dict[
            int | None, dict[Told, str]
        ] = {}  # by seat: where to tell it, and which guest that is
        self.shown_table: Json | None = None  # while somebody watches
        self.shown = Shown()
        self.names: dict[str, str] = {}
        self.called: tuple[str, ...] = ()  # what the sitters are called in sentences
        self.timer: asyncio.TimerHandle | None = None
        self.ahead = 0.0  # seconds by which the table's last entry is ahead of the house: its time goes on from there
        self.bot_task: asyncio.Task[None] | None = None
        self.hints: dict[
            int, tuple[int, asyncio.Task[dict[str, Any]]]
        ] = {}  # by seat: the version of the decision, and what to say about it

    @property
    def is_idle(self) -> bool:
        return not any(self.watchers.values()) and not self.turn.is_taken


class Deed:
    """A move on its way into the log: what is left to do when it is durable, or was not taken."""

    __slots__ = ("entries", "hub", "live", "then")

    def __init__(self, hub: "Hub", live: Live, entries: list[Entry], then: Settled) -> None:
        self.hub, self.live, self.entries, self.then = hub, live, entries, then

    def done(self) -> bool:
        """Nobody gives up waiting."""
        return False

    def set_result(self, _: None, /) -> None:
        try:
            self.hub._take(self.live, self.entries)
        except Exception as error:
            self.set_exception(error)
        else:
            version = self.live.table.version
            self.live.turn.give_back()
            self.then(version, None)

    def set_exception(self, error: BaseException, /) -> None:
        self.live.turn.give_back()
        self.then(0, error)


class Hub:
    """All of them."""

    def __init__(self, store: Store, bot_pause: float, metrics: Metrics, waking: Waking) -> None:
        self.store = store
        self.bot_pause = bot_pause
        self.metrics = metrics
        self.waking = waking
        self.clock = HouseClock()
        self.live: dict[str, Live] = {}
        self.names: dict[str, str] = {}  # of guests who were asked for last
        self.room = KEPT * 11 // 10  # tables before it is looked whether some can be forgotten
        self.loading: dict[str, asyncio.Task[Live]] = {}
        self.thinkers = ThreadPoolExecutor(max_workers=2, thread_name_prefix="spookhouse-bot")
        self.readers = ThreadPoolExecutor(max_workers=4, thread_name_prefix="spookhouse-reader")
        self.tasks: set[asyncio.Task[None]] = set()
        self.waiting: set[asyncio.Future[Any]] = (
            set()
        )  # for what somebody waits, off the event loop
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
            await self._awake(row["game"])
        table = await self.read(self.store.load, name)
        if table is None:
            raise Refused("table/unknown", "there is no such table; it may have been mistyped")
        live = Live(table)
        live.ahead = max(0.0, table.changed_at - self.clock.now())
        live.names = await self.names_of([table.owner, *table.guests])
        self._make_room()
        self.live[name] = live
        self._wake(live)
        return live

    def _make_room(self) -> None:
        """The oldest that nobody watches go, many at a time: to look for them among thousands takes long."""
        if len(self.live) >= self.room:
            for name in [name for name, live in self.live.items() if live.is_idle][
                : len(self.live) - KEPT
            ]:
                self._forget(name)
            self.room = max(len(self.live), KEPT) * 11 // 10

    def _forget(self, name: str) -> None:
        live = self.live.pop(name)
        if live.timer is not None:
            live.timer.cancel()

    async def read(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """A question to the store, off the event loop."""
        return await self._in(self.readers, function, *arguments)

    async def _in(
        self, threads: ThreadPoolExecutor, function: Callable[..., Any], *arguments: Any
    ) -> Any:
        return await self._unless_closed(
            lambda: asyncio.get_running_loop().run_in_executor(threads, function, *arguments)
        )

    async def _unless_closed(self, begin: Callable[[], Awaitable[Any]]) -> Any:
        """Something that may take long. Who still waits for it when the house closes is told so."""
        self._must_be_open()
        work = asyncio.ensure_future(begin())
        self.waiting.add(work)
        try:
            return await work
        except asyncio.CancelledError:
            if self.closing and not is_cancelled():
                raise Closing(TROUBLE) from None
            raise
        finally:
            self.waiting.discard(work)

    async def _awake(self, game: str) -> None:
        await self._unless_closed(lambda: self.waking.awake(game))

    async def _thoughtful(self, game: str) -> None:
        await self._unless_closed(lambda: self.waking.thoughtful(game))

    def _must_be_open(self) -> None:
        if self.closing:
            raise Closing(TROUBLE)

    async def open(self, draft: Draft, secret: bytes) -> str:
        """A new table."""
        self.waking.expect(draft.data["game"])
        table, log = self._new_table(table_name(secrets.token_bytes(32)), [draft], secret)
        await self._store(log)
        self._take_up(table, log)
        return table.id

    def _new_table(self, name: str, drafts: list[Draft], secret: bytes) -> Opened:
        table, now = Table(name, secret), self.clock.now()
        row: NewTable = {
            "secret": secret,
            "game": drafts[0].data["game"],
            "public": drafts[0].data["public"],
            "created": now,
            "changed": now,
        }
        return table, Log(name, table.write(now, drafts), table.phase, row)

    def _take_up(self, table: Table, log: Log) -> None:
        """Nobody need read what was just written."""
        if table.id not in self.live:
            for entry in log.entries:
                table.take(entry)
            self._make_room()
            self.live[table.id] = Live(table)

    # === COMMANDS ===

    async def carry_out(self, name: str, command: AnyCommand, guest: str) -> int:
        """One command of one guest; gives the version of the table afterwards."""
        live = self.live.get(name) or await self.find(name)
        if isinstance(command, Show) or (
            isinstance(command, Start) and not live.table.guests
        ):  # the last to show deals, and bots show at once
            await self._awake(live.table.game)
        if became := live.table.became(guest, command.key):
            return became
        if isinstance(command, Sit) and guest not in live.names:
            live.names |= await self.names_of([guest])
        return await self._do(
            live, lambda table: judge(table, command, guest, BOTS, lambda: secrets.token_bytes(32))
        )

    def move_at_once(self, name: str, command: Move, guest: str, then: Settled) -> bool:
        """Nearly every move: legal, at a live table where nothing else is being done. It needs no task; `then` is called when it is taken in.

        Anything else gives False, and nothing has happened: `carry_out` finds out what is the matter.
        """
        live = self.live.get(name)
        if live is None or not live.turn.take_now():
            return False
        try:
            entries = live.table.write(
                self._now(live), judge(live.table, command, guest, (), bytes)
            )
        except Exception:
            entries = []
        if not entries:
            live.turn.give_back()
            return False
        self.store.commit(
            Deed(self, live, entries, then), Log(name, entries, phase_after(live.table, entries))
        )
        return True

    async def _do(self, live: Live, judged: Judged) -> int:
        async with live.turn:
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
                opened = (
                    self._open_rematch(live.table, entries[0])
                    if entries[0].kind == "rematch"
                    else None
                )
                try:
                    await self._store(
                        Log(live.table.id, entries, phase_after(live.table, entries)),
                        opened and opened[1],
                    )
                except VersionConflict:
                    await self._catch_up(live)
                    continue
                if opened is not None:
                    self._take_up(*opened)
                self._take(live, entries)
                return live.table.version

    def _now(self, live: Live) -> float:
        return self.clock.now() + live.ahead

    async def _store(self, log: Log, beside: Log | None = None) -> None:
        promise = asyncio.get_running_loop().create_future()
        self.store.commit(promise, log, beside)
        await promise

    async def _catch_up(self, live: Live) -> bool:
        """Take in what other processes wrote; whether there was anything."""
        entries = await self.read(self.store.read, live.table.id, live.table.version)
        self._take(live, entries)
        live.ahead = max(
            live.ahead, live.table.changed_at - self.clock.now()
        )  # of another process, whose clock may be ahead of ours
        return bool(entries)

    async def _is_behind(self, live: Live) -> bool:
        """Before something is refused: has another process moved the table on, and word of it is still on the way?"""
        return self.store.is_shared and await self._catch_up(live)

    def _take(self, live: Live, entries: list[Entry]) -> None:
        """Entry by entry, so that every move is told with its own events."""
        for entry in entries:
            is_move = entry.kind == "moved"
            live.table.take(entry)
            self.metrics.entries += 1
            self.metrics.moves += is_move
            self._tell(live, is_move)
        if entries:
            self._wake(live)

    async def heard(self, name: str, version: int) -> None:
        """Word from another process that shares the database."""
        found = (
            list(self.live.values()) if not name else [self.live[name]] if name in self.live else []
        )
        for live in found:
            if not name or live.table.version < version:
                await self._try_again(lambda live=live: self._hear(live))  # type: ignore[misc]

    async def _hear(self, live: Live) -> None:
        async with live.turn:
            await self._catch_up(live)

    # === WATCHING ===

    async def watch(self, name: str, seat: int | None, guest: str, told: Told) -> dict[str, Any]:
        """Everything that the seat may see now; changes follow through `told`."""
        live = await self.find(name)
        async with live.turn:
            await self._is_behind(live)
            must_see(live.table, seat, guest)
            if await self._learn_names(live):
                self._tell(live, moved=False)
            if live.shown_table is None:
                live.shown_table = show_table(live.table, live.names)
            live.watchers.setdefault(seat, {})[told] = guest
            return {
                "table": dict(live.shown_table),
                "game": live.shown.show(live.table, seat),
                "version": live.table.version,
            }

    def unwatch(self, name: str, told: Told) -> None:
        live = self.live.get(name)
        if live is not None:
            for watchers in live.watchers.values():
                watchers.pop(told, None)
            forget_unwatched(live)
            if live.table.phase == OVER and live.is_idle:
                self._forget(name)

    async def _learn_names(self, live: Live) -> bool:
        """Whether there were new ones."""
        unknown = [
            guest for guest in {live.table.owner, *live.table.guests} if guest not in live.names
        ]
        found = await self.names_of(unknown)
        live.names |= found
        return bool(found)

    async def names_of(self, guests: Collection[str]) -> dict[str, str]:
        """What they are called. Where nobody else writes names, those that were asked for are remembered."""
        known = {} if self.store.is_shared else self.names
        if unknown := [guest for guest in guests if guest not in known]:
            found: dict[str, str] = await self.read(self.store.guest_names, unknown)
            for guest, name in found.items():
                known.setdefault(guest, name)  # a newer one may have been given meanwhile
        names = {guest: known[guest] for guest in guests if guest in known}
        while len(known) > NAMES:
            del known[next(iter(known))]
        return names

    def rename(self, guest: str, name: str) -> None:
        """A guest goes by another name now, at every live table."""
        if not self.store.is_shared:
            self.names[guest] = name
        for live in self.live.values():
            if guest in live.names or guest in live.table.guests:
                live.names[guest] = name
                self._tell(live, moved=False)

    def _tell(self, live: Live, moved: bool) -> None:
        """To every seat that is watched: what changed for it. What all are told is made once, what a seat is told once a seat."""
        if not moved or not live.called:
            live.called = names_at(live.table, live.names)
        if live.shown_table is None:
            return
        table, was = live.table, live.shown_table["version"]
        if moved:
            changed = show_move(live.shown_table, table, live.names)
            live.shown_table.update(changed)
            found: Json = {"set": changed}
        else:
            before, live.shown_table = live.shown_table, show_table(table, live.names)
            found = changes(before, live.shown_table)
            turn_away(live)  # a move takes nobody's seat
        events = tell_last(table, told_event, live.called) if moved else []
        name, of_table = encode(table.id), encode(found)
        for (seat, watchers), game in zip(
            live.watchers.items(), live.shown.changes(table, live.watchers), strict=True
        ):
            message = change(name, was, table.version, of_table, game, seen_by(events, seat))
            for told in list(watchers):
                told(message)

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
            live.timer = asyncio.get_running_loop().call_later(
                wait, lambda: self._spawn(self._look_at_clock(live))
            )

    def _spawn(self, work: Any) -> "asyncio.Task[None]":
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return task

    async def _look_at_clock(self, live: Live) -> None:
        await self._try_again(
            lambda: self._do(live, lambda table: judge_time(table, self._now(live)))
        )
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
            except Closing:
                return
            except Exception:
                logging.getLogger("spookhouse").exception(
                    "the house could not act at a table; it tries again"
                )
                await asyncio.sleep(TRY_AGAIN)

    async def _bot_move(self, live: Live, seat: int) -> None:
        """A bot decides in a thread of its own, from what its seat knows, and enters by the same door as everybody."""
        table = live.table
        if seat not in table.waiting_bots() or table.match is None:
            return
        version, known, title = table.owed[seat], table.match.concealed(seat), table.match.game
        mind = bot(table.seats[seat].level or STAND_IN)
        if mind.uses_search:
            await self._thoughtful(title.name)
        chosen = await self._in(self.thinkers, mind.choose, title, known, seat)
        move = title.notation.write_move(chosen)
        try:
            await self._do(
                live,
                lambda table: (
                    judge_bot_move(table, seat, version, move)
                    if table.owed.get(seat) == version
                    else []
                ),
            )
        except SpookhouseError:
            return  # its person came back meanwhile

    async def hint(self, name: str, seat: int, guest: str) -> dict[str, Any]:
        """What the house would think about in that seat: the best move, and all that it looked at."""
        live = await self.find(name)
        must_see(live.table, seat, guest)
        if not live.table.hints:
            raise Refused("table/private", "this table is played without hints")
        if live.table.match is None or seat not in live.table.owed:
            raise Refused("table/not-playing", f"seat {seat} owes no decision now")
        version = live.table.owed[seat]
        if (
            live.hints.get(seat, (0, None))[0] != version
        ):  # thought about once, however often somebody asks
            live.hints[seat] = (
                version,
                asyncio.create_task(
                    self._advise(live.table.match.game, live.table.match.concealed(seat), seat)
                ),
            )
        return await asyncio.shield(live.hints[seat][1])

    async def _advise(self, title: Game, known: State, seat: int) -> dict[str, Any]:
        await self._thoughtful(title.name)
        thought = await self._in(self.thinkers, hint_bot().analyse, title, known, seat)
        return advice(thought, title.notation.write_move)

    def _open_rematch(self, table: Table, entry: Entry) -> Opened:
        """The new table, which is opened by the commit that names it: nobody hears of a table that is not there."""
        secret = secrets.token_bytes(32)
        return self._new_table(entry.data["table"], rematch_drafts(table, secret), secret)

    # === THE END ===

    async def close(self) -> None:
        """Finish what is being done, tell everybody, stop."""
        if self.closing:
            return
        self.closing = True
        for live in list(self.live.values()):  # people come even now
            if live.timer is not None:
                live.timer.cancel()
            async with live.turn:
                goodbye = encode({"tell": "closing", "of": live.table.id})
                for watchers in live.watchers.values():
                    for told in list(watchers):
                        told(goodbye)
        for task in list(self.tasks):
            task.cancel()
        self.thinkers.shutdown(wait=False, cancel_futures=True)
        self.readers.shutdown(wait=False, cancel_futures=True)
        if self.waiting:
            await asyncio.wait(self.waiting, timeout=LAST_ANSWERS)
        for work in list(self.waiting):
            work.cancel()


def is_cancelled() -> bool:
    """Whether this task itself is to end, not only what it waits for."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


@lru_cache(maxsize=4_096)
def told_event(
    game: Game, names: tuple[str, ...], row: bytes
) -> tuple[Collection[int] | None, bytes]:
    """An event as it is sent, and the seats whose secret it is, if it is one. The same things happen again and again: they are worded once."""
    event = tell_event(game, names, row)
    return event.get("seen_by"), encode(event)


def seen_by(events: list[tuple[Collection[int] | None, bytes]], seat: int | None) -> list[bytes]:
    """Those that the seat (or a spectator, None) may see."""
    return [event for seats, event in events if seats is None or seat in seats]


def advice(thought: SearchResult, write_move: Callable[[int], str]) -> dict[str, Any]:
    """A thought as people are told it."""
    candidates = [
        {
            "move": write_move(found.action),
            "visits": found.visits,
            "expected": round(found.expected, 4),
        }
        for found in thought.candidates
    ]
    return {
        "move": candidates[0]["move"],
        "candidates": candidates,
        "iterations": thought.iterations,
    }


def must_see(table: Table, seat: int | None, guest: str) -> None:
    """Whether the guest may look from there."""
    if seat is None:
        if not table.spectators and table.phase != "lobby" and guest not in table.guests:
            raise Refused("table/private", "this table is played without spectators")
    elif seat not in table.seats_of(guest):
        raise Refused(
            "seat/not-yours", f"seat {seat} is not yours to look from; watch without a seat"
        )


def turn_away(live: Live) -> None:
    """Who gave a seat up sees no more from there: as a spectator, or not at all where those are not welcome."""
    for seat, told, guest in [
        (seat, told, guest)
        for seat, watchers in live.watchers.items()
        for told, guest in watchers.items()
    ]:
        if may_see(live.table, seat, guest):
            continue
        del live.watchers[seat][told]
        if may_see(live.table, None, guest):
            live.watchers.setdefault(None, {})[told] = guest
        else:
            told(encode({"tell": "private", "of": live.table.id}))
    forget_unwatched(live)


def forget_unwatched(live: Live) -> None:
    """What nobody looks at need not be remembered."""
    for seat in [seat for seat, watchers in live.watchers.items() if not watchers]:
        del live.watchers[seat]
        live.shown.forget(seat)
    if not live.watchers:
        live.shown_table = None
        live.shown.forget_all()
        release(live.table)


def may_see(table: Table, seat: int | None, guest: str) -> bool:
    try:
        must_see(table, seat, guest)
    except Refused:
        return False
    return True


def phase_after(table: Table, entries: list[Entry]) -> str:
    """The phase that the entries lead to, for the list of tables."""
    if len(entries) == 1 and entries[0].kind == "moved":
        return table.phase
    kinds = [entry.kind for entry in entries]
    if "secret" in kinds:
        return OVER
    if "called-off" in kinds:
        return LOBBY
    if "shown" in kinds and sum(not seat.shown for seat in table.seats) == kinds.count("shown"):
        return PLAYING
    return SHOWING if "started" in kinds else table.phase
