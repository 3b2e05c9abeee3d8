"""A guest who plays and loads pages while others attack the server, and measures both.

`measure` is a process of its own, so that nothing but server and machine delays the guest.
"""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from multiprocessing.connection import Connection

from proof.clients import GuestClient
from proof.forkserver import end_with_parent
from proof.simulated_guests import SimulatedGuest
from spookhouse.remote.address import ServerAddress

# Seconds between two requests, and between two moves: faster than humans, within all limits.
HTTP_INTERVAL, MOVE_INTERVAL = 0.05, 0.08
WATCHERS = 4
PATHS = ("/healthz", "/api/tables", "/", "/api/me", "/t/{table}", "/api/games")

Sample = tuple[float, float]  # when it ended, and how many seconds it took


@dataclass
class Measured:
    """What the guest measured, and how often somebody was disturbed."""

    http: list[Sample] = field(default_factory=list)
    websocket: list[Sample] = field(default_factory=list)
    # Connections that ended, and requests that failed or were refused.
    disturbed: list[str] = field(default_factory=list)
    # Samples by path.
    slowest: dict[str, float] = field(default_factory=dict)

    def note_http(self, path: str, seconds: float) -> None:
        """Add the time of a request."""
        self.http.append((time.monotonic(), seconds))
        self.slowest[path] = max(self.slowest.get(path, 0.0), seconds)


class Player(SimulatedGuest):
    """A guest who plays against a bot, with a pause after each move."""

    def __init__(self, find_server: Callable[[], ServerAddress], samples: list[Sample]) -> None:
        super().__init__(find_server, ["ghooost"], seed=21, with_bot=True)
        self.samples = samples

    def note_latency(self, seconds: float) -> None:
        """Keep every latency."""
        self.samples.append((time.monotonic(), seconds))
        time.sleep(MOVE_INTERVAL)


class InnocentGuest:
    """All that the guest does: it plays, loads pages, and watches a lobby."""

    def __init__(self, server: ServerAddress, lobby: str) -> None:
        self.server, self.measured = server, Measured()
        self.player = Player(lambda: server, self.measured.websocket)
        self.client = GuestClient(server, timeout=20)
        self.watchers = [GuestClient(server, timeout=20).connect() for _ in range(WATCHERS)]
        for watcher in self.watchers:
            watcher.watch(lobby)
        self.stopping = threading.Event()
        self.threads = [
            threading.Thread(target=self.load_pages, daemon=True),
            threading.Thread(target=self.watch_lobby, daemon=True),
        ]

    def start(self) -> None:
        """Begin to play and to measure."""
        self.player.start()
        for thread in self.threads:
            thread.start()

    def load_pages(self) -> None:
        """Request one path after the other."""
        number = 0
        while not self.stopping.wait(HTTP_INTERVAL):
            number += 1
            self.load(PATHS[number % len(PATHS)])

    def load(self, path: str) -> None:
        """Request a path and note how long it takes."""
        table = self.player.current
        started = time.monotonic()
        try:
            status = self.client.request(
                "GET", path.format(table=table.table if table else "none")
            ).status
        except OSError as error:
            self.measured.disturbed.append(f"{path}: {error}")
        else:
            self.measured.note_http(path, time.monotonic() - started)
            if status != 200:
                self.measured.disturbed.append(f"{path}: status {status}")

    def watch_lobby(self) -> None:
        """Receive all changes of the lobby, and ping on the same connections."""
        connected = list(self.watchers)
        while connected and not self.stopping.wait(1.0):
            for watcher in list(connected):
                try:
                    watcher.ping()
                except OSError as error:
                    self.measured.disturbed.append(f"a watcher: {error}")
                    connected.remove(watcher)

    def finish(self) -> Measured:
        """Stop, and return what was measured."""
        self.stopping.set()
        for thread in self.threads:
            thread.join(30)
        self.player.finish()
        lost = self.player.disconnects
        self.measured.disturbed += ["the player was disconnected or refused"] * lost
        return self.measured


def measure(server: ServerAddress, lobby: str, parent: Connection) -> None:
    """Play until the parent sends something; then send what was measured."""
    end_with_parent()
    guest = InnocentGuest(server, lobby)
    guest.start()
    parent.send("ready")
    parent.recv()
    parent.send(guest.finish())
