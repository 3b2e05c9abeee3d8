"""`spookhouse serve`, and `spookhouse` alone: open the house."""

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
from typing import Annotated, Any

import typer
import uvicorn
from uvicorn.server import HANDLED_SIGNALS

from spookhouse.cli.console import console, errors
from spookhouse.kernel.errors import BadOption
from spookhouse.web.settings import Settings, from_environment

TRIED = 20  # ports, one after the other
PATIENCE = 0.001  # seconds that the writer waits for a turn while moves are judged: what it writes, people wait for


def serve(
    host: Annotated[
        str | None, typer.Option(help="The address to listen on; 0.0.0.0 for everybody.")
    ] = None,
    port: Annotated[
        int | None, typer.Option(help="The port; the next free one is taken if it is in use.")
    ] = None,
    database: Annotated[
        str | None,
        typer.Option(
            help="sqlite:///FILE or postgresql+psycopg://…; without it a file in your data folder."
        ),
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option(min=1, max=64, help="Server processes; more than one needs PostgreSQL."),
    ] = None,
    public_url: Annotated[
        str | None, typer.Option(help="How people reach the house, for instance behind a proxy.")
    ] = None,
) -> None:
    """Open the house to others. Every setting can also come from the environment, see docs/reference/settings.md."""
    open_house(
        from_environment(
            host=host, port=port, database=database, workers=workers, public_url=public_url
        )
    )


def open_house(settings: Settings, browse: bool = False) -> None:
    if settings.workers > 1 and not settings.database_url.startswith("postgresql"):
        raise BadOption(
            "workers",
            f"workers={settings.workers} needs PostgreSQL: SQLite has one writer. Give --database postgresql+psycopg://…",
        )
    listening = bind(settings)
    address = f"http://{settings.host if settings.host != '0.0.0.0' else 'localhost'}:{listening.getsockname()[1]}"  # noqa: S104  comparing, not binding
    console.print(f"The house is open: [bold]{address}[/]  (stop it with Ctrl+C)", soft_wrap=True)
    if browse and has_screen():
        threading.Timer(1.0, webbrowser.open, [address]).start()
    if settings.workers == 1:
        run(settings, listening)
    else:
        run_workers(settings, listening)


def bind(settings: Settings) -> socket.socket:
    """The first free port from the one that was asked for."""
    for port in range(settings.port, settings.port + TRIED):
        listening = socket.socket(socket.AF_INET6 if ":" in settings.host else socket.AF_INET)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((settings.host, port))
        except OSError as error:
            listening.close()
            if port == settings.port + TRIED - 1 or error.errno not in (98, 48, 13):
                raise BadOption(
                    "port", f"cannot listen on {settings.host}:{settings.port}: {error.strerror}"
                ) from error
            continue
        listening.set_inheritable(True)
        return listening
    raise AssertionError


def run(settings: Settings, listening: socket.socket) -> None:
    """One server in this process, until it is told to stop."""
    from spookhouse.stores import SqlStore
    from spookhouse.web import make_app
    from spookhouse.web.request_timeout import ImpatientProtocol
    from spookhouse.web.websocket import WebSocketProtocol

    allow_many_lines()
    sys.setswitchinterval(PATIENCE)
    store = SqlStore(settings.database_url)
    hearing: Any = None
    if store.is_shared:
        from spookhouse.stores.listener import Listener

        hearing = lambda heard: Listener(store.url, heard)  # noqa: E731
    app = make_app(store, settings, hearing)
    config = uvicorn.Config(
        app,
        http=ImpatientProtocol,
        log_level="warning",
        ws=WebSocketProtocol,
        # The web package reads X-Forwarded-For itself, for WebSockets as well.
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=5,
    )
    try:
        Server(config).run(sockets=[listening])
    finally:
        store.close()


def allow_many_lines() -> None:
    """As many open files as this user may have: each line is one."""
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
        app: Any = self.config.app
        await app.state.house.hub.close()
        await asyncio.sleep(0.1)  # for the goodbyes to be sent
        await super().shutdown(sockets)


def run_workers(settings: Settings, listening: socket.socket) -> None:
    """Several processes that share the port and the database; one that dies is started again."""
    command = [
        sys.executable,
        "-c",
        "from spookhouse.cli.serve import run_inherited; run_inherited()",
    ]
    values = {f"SPOOKHOUSE_{name.upper()}": str(value) for name, value in vars(settings).items()}
    environment = (
        os.environ
        | values
        | {"SPOOKHOUSE_WORKERS": "1", "SPOOKHOUSE_SOCKET": str(listening.fileno())}
    )

    def start() -> "subprocess.Popen[bytes]":
        return subprocess.Popen(command, env=environment, pass_fds=[listening.fileno()])  # noqa: S603  ourselves

    processes = [start() for _ in range(settings.workers)]
    stopping = threading.Event()
    for kind in (signal.SIGTERM, signal.SIGINT):
        signal.signal(kind, lambda *_: stopping.set())
    while not stopping.wait(0.5):
        for place, process in enumerate(processes):
            if process.poll() is not None:
                errors.print(
                    f"worker {process.pid} stopped with {process.returncode}; starting another"
                )
                processes[place] = start()
    for process in processes:
        process.terminate()
    deadline = time.monotonic() + 10
    for process in processes:
        process.wait(max(0.1, deadline - time.monotonic()))


def run_inherited() -> None:
    """A worker: the port comes from the process that started it."""
    run(from_environment(), socket.socket(fileno=int(os.environ["SPOOKHOUSE_SOCKET"])))


def has_screen() -> bool:
    return sys.platform in ("win32", "darwin") or bool(
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    )
