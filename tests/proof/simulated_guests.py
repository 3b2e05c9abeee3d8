"""Guests who play on through every failure.

They reconnect when a connection breaks, and resend what was not answered. They remember what the
server acknowledged and every state that it showed them.
"""

import random
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from uuid import uuid4

from proof.clients import TROUBLE, GuestClient, digest, options_for
from spookhouse.remote.address import ServerAddress
from spookhouse.remote.errors import Disconnected, NotAdmitted, RequestRefused

DISCONNECTS = (OSError, NotAdmitted)  # OSError includes Disconnected and TimeoutError
# Refusals that pass. The last two answer a command that came too late: bots ended the game, or it
# began, while the connection was broken.
TEMPORARY = {
    TROUBLE,
    "limit/rate",
    "guest/unknown",
    "http/status",
    "table/not-playing",
    "table/not-in-lobby",
}
RETRY_SECONDS = 0.02

FindServer = Callable[[], ServerAddress]  # returns the server to connect to now


@dataclass
class Move:
    """A move that the guest decided to make. It is resent with the same key until answered."""

    seat: int
    version: int
    move: str
    key: str


@dataclass
class PlayedTable:
    """What one guest knows of a table: what was acknowledged, and what was shown."""

    table: str
    game: str
    guest: str
    # For each acknowledged move, the version in the server's answer.
    acknowledged: list[tuple[Move, int]] = field(default_factory=list)
    # For each seat and version, the digest of what the server showed.
    received: dict[tuple[int, int], str] = field(default_factory=dict)
    is_over: bool = False
    rematch: str = ""

    @property
    def last_version(self) -> int:
        """The latest version that the guest has received."""
        return max((version for _, version in self.received), default=0)

    def note_state(self, client: GuestClient) -> None:
        """Remember what a client shows; one version must never show two states to a seat."""
        view = client.view
        assert view.seat is not None
        shown = digest(view.table, view.game)
        known = self.received.setdefault((view.seat, view.version), shown)
        assert known == shown, f"{self.table}: version {view.version} was shown in two states"


class SimulatedGuest(threading.Thread):
    """A guest who holds two seats of a table, on two connections.

    Bots hold the other seats. When a game is over, the guest opens a new table.
    """

    def __init__(
        self,
        find_server: FindServer,
        games: Sequence[str],
        seed: int,
        with_bot: bool = False,
        timeout: float = 20.0,
    ) -> None:
        super().__init__(daemon=True)
        self.find_server, self.games, self.rng = find_server, games, random.Random(seed)
        self.with_bot, self.timeout = with_bot, timeout
        self.stopping = threading.Event()
        self.cookies: dict[str, str] = {}
        self.clients: dict[int, GuestClient] = {}  # by seat
        self.tables: list[PlayedTable] = []
        self.pending: Move | None = None
        self.refusals: list[RequestRefused] = []  # temporary ones
        self.error: BaseException | None = None
        self.moves = self.disconnects = 0
        self.slowest_move = 0.0

    # === THE THREAD ===

    def run(self) -> None:
        """Play until stopped; reconnect after every failure that passes."""
        while not self.stopping.is_set():
            try:
                self.play()
            except RequestRefused as refusal:
                if refusal.code not in TEMPORARY:
                    self.error = refusal
                    return
                self.refusals.append(refusal)
                self.reconnect_later()
            except DISCONNECTS:
                self.reconnect_later()
            except BaseException as error:
                self.error = error
                return
        self.disconnect()

    def reconnect_later(self) -> None:
        """Drop all connections and pause."""
        self.disconnects += 1
        self.disconnect()
        time.sleep(RETRY_SECONDS)

    def disconnect(self) -> None:
        """Close all connections."""
        for client in self.clients.values():
            client.close()
        self.clients = {}

    def finish(self) -> None:
        """Stop the guest; raise what made it fail, if anything."""
        self.stopping.set()
        self.join(60)
        assert not self.is_alive(), f"the guest does not stop: {self.describe()}"
        if self.error is not None:
            raise self.error

    def describe(self) -> str:
        """Return where the guest stands, for a failure message."""
        table = self.current
        views = [
            (seat, client.view.version, client.view.phase, client.view.table.get("waiting"))
            for seat, client in list(self.clients.items())
        ]
        return (
            f"{self.moves} moves, {self.disconnects} disconnects; "
            f"{f'{table.game} at {table.table}, version {table.last_version}' if table else '-'}; "
            f"views {views}; pending {self.pending}; last refusals {self.refusals[-2:]}"
        )

    # === TABLES ===

    @property
    def current(self) -> PlayedTable | None:
        """The table whose game is not over."""
        return self.tables[-1] if self.tables and not self.tables[-1].is_over else None

    def play(self) -> None:
        """Play one table after another."""
        while not self.stopping.is_set():
            table = self.current
            if table is None:
                self.open_table()
            elif not self.clients:
                self.connect(table)
                # A bot may have ended the game while the guest was disconnected.
                table.is_over = self.clients[0].view.phase == "over"
            else:
                self.step(table)

    def new_client(self, on_view: Callable[[GuestClient], None] = lambda _: None) -> GuestClient:
        """Return another client of this guest, with the same cookies wherever it connects."""
        client = GuestClient(self.find_server(), self.cookies, self.timeout, on_view)
        self.cookies = client.session.cookies
        return client

    def open_table(self) -> None:
        """Start a game at a new table; begin again if that fails on the way."""
        self.disconnect()
        client = self.new_client().connect()
        try:
            name = self.find_rematch(client) or self.open_any(client)
            client.watch(name)
            client.sit(0, 1)
            client.add_bots()
            client.do("start")
            client.show(0, 1)
        finally:
            client.close()
        self.tables.append(PlayedTable(name, client.view.table["game"], client.guest))
        self.pending = None

    def open_any(self, client: GuestClient) -> str:
        """Open a table of a random game."""
        game = self.rng.choice(self.games)
        return client.open_table(game, options=options_for(game, 3 if self.with_bot else 2))

    def find_rematch(self, client: GuestClient) -> str:
        """Return the table of a rematch after every other game, else an empty string.

        A rematch that was named before a connection broke is not used again.
        """
        if not self.tables or len(self.tables) % 2 or self.tables[-1].rematch:
            return ""
        last = self.tables[-1]
        client.watch(last.table)
        if not client.view.table["rematch"]:
            client.do("rematch", key=uuid4().hex)
            client.wait_until(lambda view: bool(view.table["rematch"]), self.timeout)
        last.rematch = str(client.view.table["rematch"])
        return last.rematch

    def connect(self, table: PlayedTable) -> None:
        """Watch both seats, each on its own connection."""
        for seat in (0, 1):
            self.clients[seat] = self.new_client(table.note_state)
            self.clients[seat].connect().watch(table.table, seat)

    # === MOVES ===

    def step(self, table: PlayedTable) -> None:
        """Resend the move that was not answered, or make one that is owed, or wait."""
        if self.pending is None:
            self.pending = self.choose_move()
        if self.pending is None:
            # A bot owes the next move, or one client has not received the last one yet.
            self.receive(min(self.clients.values(), key=lambda client: client.view.version))
        else:
            self.send_move(table, self.pending)
        table.is_over = self.clients[0].view.phase == "over"

    def choose_move(self) -> Move | None:
        """Return a random move of a seat that owes a decision, if one does."""
        for seat, client in self.clients.items():
            owed = client.view.owed
            if owed is not None:
                return Move(seat, owed.version, self.rng.choice(owed.moves), uuid4().hex)
        return None

    def send_move(self, table: PlayedTable, move: Move) -> None:
        """Make a move and wait until both seats have received it."""
        started = time.monotonic()
        version = self.clients[move.seat].do(
            "move", seat=move.seat, version=move.version, move=move.move, key=move.key
        )
        self.note_latency(time.monotonic() - started)
        table.acknowledged.append((move, version))
        self.pending = None
        self.moves += 1
        for client in self.clients.values():
            while client.view.version < version:
                self.receive(client)

    def note_latency(self, seconds: float) -> None:
        """Note how long the server took to answer a move."""
        self.slowest_move = max(self.slowest_move, seconds)

    def receive(self, client: GuestClient) -> None:
        """Receive one message; raise `Disconnected` if the server announces its end."""
        client.receive()
        if client.is_server_closing:
            raise Disconnected("the server is closing")


def start_guests(guests: Sequence[SimulatedGuest]) -> None:
    """Start all guests and wait until each has moved."""
    for guest in guests:
        guest.start()
    wait_for_moves(guests)


def wait_for_moves(guests: Sequence[SimulatedGuest], moves: int = 2, seconds: float = 60.0) -> None:
    """Wait until every guest has made so many more moves."""
    wanted = [guest.moves + moves for guest in guests]
    deadline = time.monotonic() + seconds
    while any(guest.moves < number for guest, number in zip(guests, wanted, strict=True)):
        raise_errors(guests)
        if time.monotonic() > deadline:
            known = "\n".join(guest.describe() for guest in guests)
            raise AssertionError(f"a guest cannot go on:\n{known}")
        time.sleep(0.005)


def raise_errors(guests: Sequence[SimulatedGuest]) -> None:
    """Raise what made a guest fail, if anything."""
    for guest in guests:
        if guest.error is not None:
            raise guest.error


def finish_guests(guests: Sequence[SimulatedGuest]) -> list[PlayedTable]:
    """Stop all guests and return the tables at which they played."""
    for guest in guests:
        guest.finish()
    return [table for guest in guests for table in guest.tables]
