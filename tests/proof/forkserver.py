"""A process that has everything imported and compiled, and forks servers on request.

A start takes a tenth of a second instead of two. The forked server is that of `spookhouse serve`:
the same `run_single` in a process of its own, with its own port and database. It can be killed
like any other.

Orders and replies are lines of JSON on stdin and stdout. The operating system chooses the port
inside the fork. A port that the test looked up beforehand could belong to somebody else by then.

A patch is a function that the fork calls before it opens the server. Only a patch can reach into
a server.
"""

import ctypes
import faulthandler
import os
import signal
import socket
import sys
import traceback
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec


class Start(msgspec.Struct, tag="start"):
    """An order to fork a server; the reply is `Started`."""

    settings: dict[str, Any]
    log: str
    patch: str = ""
    argument: Any = None


class Wait(msgspec.Struct, tag="wait"):
    """An order to wait until a server has ended; the reply is `Ended`."""

    pid: int


class Started(msgspec.Struct, tag="started"):
    """A server runs; the port is 0 if it ended before it had one."""

    pid: int
    port: int


class Ended(msgspec.Struct, tag="ended"):
    """A server has ended; the status is minus the number of the signal that killed it."""

    status: int


def warm_up() -> None:
    """Import and compile everything that a server uses. Nothing of it starts a thread."""
    import spookhouse.stores.listener
    import spookhouse.web  # noqa: F401
    from spookhouse.bots import bot
    from spookhouse.bots.timed_search import prepare_search
    from spookhouse.games import games

    for game in games():
        game.prepare()
        prepare_search(game)
        match = game.new(seed=1)
        for seat in match.waiting:
            bot("thumb").choose(game, match.concealed(seat), seat)
            bot("uniform").choose(game, match.concealed(seat), seat)


def serve(order: Start, port_pipe: int) -> None:
    """Run the server inside the fork until it is stopped; write its port to the pipe first."""
    from spookhouse.cli.serve import run_single
    from spookhouse.web.settings import Settings

    log = os.open(order.log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    for stream in (1, 2):
        os.dup2(log, stream)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    faulthandler.register(signal.SIGUSR1)  # writes the stack of every thread to the log
    apply_patch(order)
    settings = Settings(**order.settings)
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind((settings.host, settings.port))
    os.write(port_pipe, str(listener.getsockname()[1]).encode())
    os.close(port_pipe)
    run_single(settings, listener)


def apply_patch(order: Start) -> None:
    """Call the patch, which the order names as "module:function"."""
    if order.patch:
        module, _, name = order.patch.partition(":")
        getattr(import_module(module), name)(order.argument)


def end_with_parent() -> None:
    """Make the kernel kill this process when its parent ends, where the system can do that."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)


def fork(order: Start) -> Started:
    """Fork a server and wait until it knows its port."""
    reading, writing = os.pipe()
    child = os.fork()
    if child:
        os.close(writing)
        with os.fdopen(reading) as pipe:
            return Started(child, int(pipe.read() or 0))
    os.close(reading)
    end_with_parent()
    status = 1
    try:
        serve(order, writing)
        status = 0
    except BaseException as error:
        traceback.print_exception(error)
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


def reply(message: msgspec.Struct) -> None:
    """Write one line of JSON."""
    print(msgspec.json.encode(message).decode(), flush=True)


def main() -> None:
    """Carry out orders until stdin is closed, then kill the servers that still run."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    warm_up()
    running: set[int] = set()
    print("ready", flush=True)
    for line in sys.stdin:
        match msgspec.json.decode(line, type=Start | Wait):
            case Wait(pid):
                _, status = os.waitpid(pid, 0)
                running.discard(pid)
                reply(Ended(os.waitstatus_to_exitcode(status)))
            case Start() as order:
                started = fork(order)
                running.add(started.pid)
                reply(started)
    for pid in running:
        os.kill(pid, signal.SIGKILL)


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))
    main()
