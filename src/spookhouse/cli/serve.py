"""`spookhouse serve`, and `spookhouse` alone: run the server."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import webbrowser
from collections.abc import Generator
from contextlib import contextmanager
from errno import EACCES, EADDRINUSE
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import typer
import uvicorn
from uvicorn.server import HANDLED_SIGNALS

from spookhouse.cli.console import console, errors
from spookhouse.kernel.errors import BadOption
from spookhouse.web.settings import Settings, from_environment

if TYPE_CHECKING:
    from spookhouse.stores import SqlStore

# Ports to try, one after the other.
PORTS_TRIED = 20
# Seconds after which a thread must give up the GIL. The writer's commits wait for it.
THREAD_SWITCH_INTERVAL = 0.001
# Seconds for the last messages to leave before connections close.
FAREWELL_PAUSE = 0.1
WORKER_POLL_INTERVAL = 0.5
WORKER_STOP_TIMEOUT = 10.0


def serve(
    host: Annotated[
        str | None, typer.Option(help="The address to listen on; 0.0.0.0 for all networks.")
    ] = None,
    port: Annotated[
        int | None, typer.Option(help="The port; if it is in use, the next free one.")
    ] = None,
    database: Annotated[
        str | None,
        typer.Option(
            help="sqlite:///FILE or postgresql+psycopg://…; default: a file in your data folder."
        ),
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option(min=1, max=64, help="Server processes; more than one needs PostgreSQL."),
    ] = None,
    public_url: Annotated[
        str | None,
        typer.Option(help="The address that players use, for instance of a proxy."),
    ] = None,
) -> None:
    """Run a server that others can reach.

    Every setting can also come from the environment: see docs/reference/settings.md.
    """
    run_server(
        from_environment(
            host=host, port=port, database=database, workers=workers, public_url=public_url
        )
    )


def run_server(settings: Settings, *, open_browser: bool = False) -> None:
    """Listen, print the address, and serve until stopped."""
    if settings.workers > 1 and not settings.database_url.startswith("postgresql"):
        raise BadOption(
            "workers",
            f"invalid workers: got {settings.workers} with SQLite, which has one writer; "
            "expected --database postgresql+psycopg://…",
        )
    listener = listen(settings)
    address = address_of(settings, listener)
    console.print(f"Spookhouse runs at [bold]{address}[/]  (stop it with Ctrl+C)", soft_wrap=True)
    if open_browser and has_display():
        threading.Timer(1.0, webbrowser.open, [address]).start()
    if settings.workers == 1:
        run_single(settings, listener)
    else:
        run_workers(settings, listener)


# === LISTENING ===


def listen(settings: Settings) -> socket.socket:
    """Bind the first free port from the configured one."""
    last = settings.port + PORTS_TRIED - 1
    for port in range(settings.port, last + 1):
        try:
            return bind(settings.host, port)
        except OSError as error:
            if port == last or error.errno not in (EADDRINUSE, EACCES):
                raise BadOption(
                    "port", f"cannot listen on {settings.host}:{settings.port}: {error.strerror}"
                ) from error
    raise AssertionError("unreachable")


def bind(host: str, port: int) -> socket.socket:
    """Return a socket at this address that child processes may inherit."""
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError:
        listener.close()
        raise
    listener.set_inheritable(True)
    return listener


def address_of(settings: Settings, listener: socket.socket) -> str:
    """Return an address for a browser on this machine."""
    everywhere = settings.host == "0.0.0.0"  # noqa: S104
    return f"http://{'localhost' if everywhere else settings.host}:{listener.getsockname()[1]}"


def has_display() -> bool:
    """Return whether a browser could open a window."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


# === ONE PROCESS ===


def run_single(settings: Settings, listener: socket.socket) -> None:
    """Serve in this process until it is told to stop."""
    from spookhouse.stores import SqlStore

    raise_file_limit()
    sys.setswitchinterval(THREAD_SWITCH_INTERVAL)
    store = SqlStore(settings.database_url)
    try:
        Server(server_config(store, settings)).run(sockets=[listener])
    finally:
        store.close()


def server_config(store: "SqlStore", settings: Settings) -> uvicorn.Config:
    """Return uvicorn's configuration for this store."""
    from spookhouse.web import make_app
    from spookhouse.web.http_connection import HttpConnection
    from spookhouse.web.websocket_connection import WebSocketProtocol

    listening: Any = None
    if store.is_shared:
        # psycopg is an optional dependency.
        from spookhouse.stores.listener import Listener

        listening = partial(Listener, store.url)
    return uvicorn.Config(
        make_app(store, settings, listening),
        http=HttpConnection,
        log_level="warning",
        ws=WebSocketProtocol,
        # The web package reads X-Forwarded-For itself, for WebSockets as well.
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=5,
    )


def raise_file_limit() -> None:
    """Allow as many open files as this user may have: each connection is one."""
    if sys.platform != "win32":
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


class Server(uvicorn.Server):
    """A uvicorn server that closes tables and connections before it stops listening."""

    @contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        """Stop on a signal, but do not raise it again: a requested stop is not a failure."""
        before = {kind: signal.signal(kind, self.handle_exit) for kind in HANDLED_SIGNALS}
        try:
            yield
        finally:
            for kind, handler in before.items():
                signal.signal(kind, handler)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Tell all clients that the server closes, then stop."""
        app: Any = self.config.app
        await app.state.context.host.close()
        await asyncio.sleep(FAREWELL_PAUSE)
        await super().shutdown(sockets)


# === SEVERAL PROCESSES ===


def run_workers(settings: Settings, listener: socket.socket) -> None:
    """Run processes that share the port and the database, and restart those that die."""
    environment = worker_environment(settings, listener)
    processes = [start_worker(environment, listener) for _ in range(settings.workers)]
    stopping = threading.Event()
    for kind in (signal.SIGTERM, signal.SIGINT):
        signal.signal(kind, lambda *_: stopping.set())
    while not stopping.wait(WORKER_POLL_INTERVAL):
        for number, process in enumerate(processes):
            if process.poll() is not None:
                errors.print(
                    f"worker {process.pid} exited with {process.returncode}; starting another"
                )
                processes[number] = start_worker(environment, listener)
    stop_workers(processes)


def worker_environment(settings: Settings, listener: socket.socket) -> dict[str, str]:
    """Return the environment of a worker: all settings, and the inherited socket."""
    values = {f"SPOOKHOUSE_{name.upper()}": str(value) for name, value in vars(settings).items()}
    own = {"SPOOKHOUSE_WORKERS": "1", "SPOOKHOUSE_SOCKET": str(listener.fileno())}
    return os.environ | values | own


def start_worker(environment: dict[str, str], listener: socket.socket) -> "subprocess.Popen[bytes]":
    """Start a process that serves on the same socket."""
    program = "from spookhouse.cli.serve import run_worker; run_worker()"
    return subprocess.Popen(  # noqa: S603
        [sys.executable, "-c", program], env=environment, pass_fds=[listener.fileno()]
    )


def run_worker() -> None:
    """Serve on the socket that the supervising process opened."""
    run_single(from_environment(), socket.socket(fileno=int(os.environ["SPOOKHOUSE_SOCKET"])))


def stop_workers(processes: "list[subprocess.Popen[bytes]]") -> None:
    """Ask all workers to stop and wait for them."""
    for process in processes:
        process.terminate()
    deadline = time.monotonic() + WORKER_STOP_TIMEOUT
    for process in processes:
        process.wait(max(0.1, deadline - time.monotonic()))
