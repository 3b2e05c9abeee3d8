"""A player over the network, which takes a seat and plays until the game is over."""

import asyncio
import secrets
from collections.abc import Callable
from hashlib import sha256

from spookhouse.kernel.errors import BadOption
from spookhouse.remote.address import TableLink
from spookhouse.remote.backoff import SHORTEST, Backoff
from spookhouse.remote.connection import Connection, open_connection
from spookhouse.remote.errors import Disconnected, NotAdmitted, RequestRefused
from spookhouse.remote.http import HttpSession
from spookhouse.remote.messages import (
    AnswerUndo,
    Back,
    Command,
    Head,
    Move,
    Outcome,
    Reveal,
    Seat,
    Sit,
    Snapshot,
    Watch,
    read_change,
)
from spookhouse.remote.policies import Decision, Policy
from spookhouse.remote.table_view import TableView

GIVE_UP = 60.0  # seconds without a connection before a player gives up
OUTDATED = {  # codes of refusals: the table has changed meanwhile, so look again
    "move/stale",
    "move/not-your-turn",
    "seat/taken",
    "table/not-playing",
    "seat/bot-plays",
    "undo/nothing",
}
TEMPORARY = {"limit/rate", "house/trouble"}  # codes of refusals: wait, then look again

Report = Callable[[str], None]


class Player:
    """One player at one table. Lost connections are opened again, with growing pauses."""

    def __init__(
        self,
        link: TableLink,
        policy: Policy,
        seat: int | None = None,
        give_up: float = GIVE_UP,
        report: Report = lambda text: None,
    ) -> None:
        self.table, self.policy, self.wanted = link.table, policy, seat
        self.give_up, self.report = give_up, report
        self.session = HttpSession(link.server)
        self.guest = ""
        self.secret = b""
        self.has_answered = False
        self.view = TableView()
        self.connection: Connection
        self.changed = asyncio.Event()
        self.sent_away = False

    async def play(self) -> Outcome:
        """Play until the game is over, on as many connections as it takes."""
        backoff = Backoff(self.give_up)
        while True:
            try:
                await self._enter()
                try:
                    await self._watch(None)
                    backoff.reset()
                    return await self._play_on()
                finally:
                    self.connection.close()
                    await self.connection.wait_closed()
            except (Disconnected, NotAdmitted, RequestRefused) as error:
                if isinstance(error, RequestRefused) and error.code not in TEMPORARY:
                    raise
                if backoff.is_spent:
                    raise Disconnected(f"the server cannot be reached: {error}") from error
                self.report("The connection is lost; trying again.")
                await asyncio.sleep(backoff.next_pause())

    async def _enter(self) -> None:
        """Become a guest, once, and open a connection."""
        if not self.guest:
            await self.session.visit()
            self.guest = await self.session.guest()
        self.changed.clear()
        self.connection = await open_connection(
            self.session, self._on_tell, lambda error: self.changed.set()
        )

    async def _play_on(self) -> Outcome:
        while (outcome := self.view.outcome) is None:
            try:
                if not await self._act():
                    await self._wait_for_change()
            except RequestRefused as refusal:
                await self._take_refusal(refusal)
            if self.view.is_behind:
                await self._watch(self.view.seat)
        return outcome

    async def _take_refusal(self, refusal: RequestRefused) -> None:
        """Prepare to look again after a temporary refusal; raise any other."""
        if refusal.code in TEMPORARY:
            await asyncio.sleep(SHORTEST)
        elif refusal.code not in OUTDATED:
            raise refusal
        self.view.is_behind = True

    # === WHAT THE SERVER TELLS ===

    async def _watch(self, seat: int | None) -> None:
        """Get a snapshot; as a spectator, if the seat is not ours any more."""
        try:
            found = await self.connection.ask(Watch(table=self.table, seat=seat), Snapshot)
        except RequestRefused as refusal:
            if seat is None or refusal.code != "seat/not-yours":
                raise
            await self._watch(None)
        else:
            self.view.show(found, seat)

    def _on_tell(self, head: Head, message: bytes) -> None:
        if head.of != self.table:
            return
        if head.tell == "change":
            change = read_change(message)
            if self.view.apply(change):
                for event in change.events:
                    self.report(event.text)
        elif head.tell == "private":
            self.sent_away = True
        self.changed.set()

    async def _wait_for_change(self) -> None:
        """Wait for a notification; raise an error if none can arrive any more."""
        await self.changed.wait()
        self.changed.clear()
        if self.connection.error is not None:
            raise self.connection.error
        if self.sent_away:
            raise RequestRefused("table/private", "this table is played without spectators")

    # === WHAT IS DUE ===

    async def _act(self) -> bool:
        """Do what is due; return False if nothing is."""
        mine = [seat for seat in self.view.seats if seat.guest == self.guest]
        if not mine:
            return await self._sit()
        own = mine[0]
        if self.view.seat != own.seat:
            await self._watch(own.seat)
        if self.view.phase == "showing" and own.shown is None:
            return await self._do(Reveal(seat=own.seat, bytes=self.secret.hex()))
        if self.view.phase == "playing" and own.played_by_bot in ("away", "clock"):
            return await self._do(Back(seat=own.seat))
        return await self._answer_undo(own) or await self._move(own)

    async def _sit(self) -> bool:
        """Take a seat, with new secret bytes, because revealed ones must not be used again."""
        if self.view.phase != "lobby":
            raise BadOption("table", "invalid table: the game has begun, expected an open seat")
        seats = [seat.seat for seat in self.view.seats if seat.kind == "open"]
        if not seats:
            raise BadOption("seat", "invalid table: no seat is open, expected an open seat")
        if self.wanted is not None and self.wanted not in seats:
            raise BadOption(
                "seat",
                f"invalid seat: seat {self.wanted} is not open, "
                f"expected one of {', '.join(map(str, seats))}",
            )
        seat = seats[0] if self.wanted is None else self.wanted
        await self.policy.prepare(self.view.table["game"])
        self.secret = secrets.token_bytes(32)
        self.report(f"Taking seat {seat}.")
        return await self._do(Sit(seat=seat, pledge=sha256(self.secret).hexdigest()))

    async def _answer_undo(self, own: Seat) -> bool:
        """Allow another player to take a move back."""
        asked_by = self.view.table["asks_undo"]
        if asked_by is None or asked_by == own.seat or self.has_answered:
            self.has_answered = self.has_answered and asked_by is not None
            return False
        self.has_answered = True
        return await self._do(AnswerUndo(agree=True))

    async def _move(self, own: Seat) -> bool:
        owed = self.view.owed
        if self.view.phase != "playing" or owed is None:
            return False
        game = self.view.table["game"]
        decision = Decision(self.connection, self.table, game, own.seat, owed.moves)
        move = await self.policy.choose(decision)
        key = f"{own.seat}-{owed.version}"
        return await self._do(Move(seat=own.seat, version=owed.version, move=move, key=key))

    async def _do(self, command: Command) -> bool:
        """Execute a command and wait until the view contains its change."""
        version = await self.connection.do(self.table, command)
        while self.view.version < version and not self.view.is_behind:
            await self._wait_for_change()
        return True
