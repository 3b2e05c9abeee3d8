"""A process that has everything imported and compiled, and forks servers on request: a start then takes a tenth of a second.

What is forked is the server of `spookhouse serve`: the same `run`, a process of its own with its own socket and database, killed as any other.
A patch (a function of a module under tests/, by name) is called in the fork before the house opens: only there can a test reach into a server.

Spoken over stdin and stdout, a line of JSON each: {"settings": {...}, "log": file, "patch": "proof.pinned:pin", "argument": ...} → {"pid": n,
"port": n}. The port is the one that the system gave to the fork itself: a port that was looked up beforehand could be another's by then.
"""

import ctypes
import faulthandler
import json
import os
import signal
import socket
import sys
from importlib import import_module
from pathlib import Path
from typing import Any


def warm_up() -> None:
    """Everything that a server loads, before it is forked; none of it starts a thread."""
    import spookhouse.stores.listener
    import spookhouse.web  # noqa: F401
    from spookhouse.bots import bot
    from spookhouse.bots.search import prepare_search
    from spookhouse.games import games

    for game in games():
        game.prepare()
        prepare_search(game)
        match = game.new(seed=1)
        for seat in match.waiting:
            bot("thumb").choose(game, match.concealed(seat), seat)
            bot("uniform").choose(game, match.concealed(seat), seat)


def serve(order: dict[str, Any], told: int) -> None:
    """In the fork: the house, until it is stopped; its port is written to `told`."""
    from spookhouse.cli.serve import run_single
    from spookhouse.web.settings import Settings

    log = os.open(order["log"], os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    for stream in (1, 2):
        os.dup2(log, stream)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    faulthandler.register(signal.SIGUSR1)  # where a server hangs is written to its log
    if order.get("patch"):
        module, _, name = order["patch"].partition(":")
        getattr(import_module(module), name)(order.get("argument"))
    settings = Settings(**order["settings"])
    listening = socket.socket()
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.bind((settings.host, settings.port))
    os.write(told, str(listening.getsockname()[1]).encode())
    os.close(told)
    run_single(settings, listening)


def end_with_parent() -> None:
    """No server outlives the tests, however those end (where the system can promise that)."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)


def fork(order: dict[str, Any]) -> tuple[int, int]:
    """The process and its port; no port if it ended before it had one."""
    hear, tell = os.pipe()
    child = os.fork()
    if child:
        os.close(tell)
        with os.fdopen(hear) as line:
            return child, int(line.read() or 0)
    os.close(hear)
    end_with_parent()
    status = 1
    try:
        serve(order, tell)
        status = 0
    except BaseException as error:  # what a command line would print
        import traceback

        traceback.print_exception(error)
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    warm_up()
    children: set[int] = set()
    print(json.dumps({"ready": True}), flush=True)
    for line in sys.stdin:
        order = json.loads(line)
        if "wait" in order:
            _, status = os.waitpid(order["wait"], 0)
            children.discard(order["wait"])
            answer: dict[str, Any] = {"status": os.waitstatus_to_exitcode(status)}
        else:
            child, port = fork(order)
            children.add(child)
            answer = {"pid": child, "port": port}
        print(json.dumps(answer), flush=True)
    for child in children:
        os.kill(child, signal.SIGKILL)


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))
    main()
