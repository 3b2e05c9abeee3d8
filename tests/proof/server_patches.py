"""Patches of a forked server: they make it stop, hurry, lie about the time, or record its bots.

Each is called in the forked process before the server opens. See also `pinned`.
"""

import json
import os
import signal
import time
from pathlib import Path
from unittest.mock import patch

from sqlalchemy import Connection, event
from sqlalchemy.engine import Engine

from spookhouse.bench.server_process import hold
from spookhouse.bots import BOTS, Bot
from spookhouse.kernel.contract import State
from spookhouse.kernel.game import Game
from spookhouse.stores.write_batch import Append, Work
from spookhouse.stores.writer import Writer
from spookhouse.web import http_connection


def hold_to_core(core: int) -> None:
    """Hold the server to one core."""
    hold(core)


# === TIME ===


def shorten_request_timeout(seconds: float) -> None:
    """Close connections sooner on which no request is completed."""
    http_connection.REQUEST_TIMEOUT = seconds


def shift_clock(file: str) -> None:
    """Add to `time.time` the seconds that a file contains.

    The monotonic clock stays, as on a machine whose clock is set.
    """
    path, true_time = Path(file), time.time
    patch.object(
        time, "time", lambda: true_time() + float(path.read_text(encoding="ascii") or 0)
    ).start()


# === STOPS AND KILLS ===


def stop_before_commit(flag: str) -> None:
    """Stop the process before its next commit of entries, once the file `flag` exists.

    The transaction stays open with its locks, as on a machine that hangs.
    """
    has_written: set[Connection] = set()

    def after_execute(connection: Connection, cursor: object, statement: str, *_: object) -> None:
        if "INSERT INTO entries" in statement:
            has_written.add(connection)

    def before_commit(connection: Connection) -> None:
        if connection in has_written and Path(flag).exists():
            Path(flag).unlink()
            os.kill(os.getpid(), signal.SIGSTOP)
            # Another thread may be stopped first. This one must not commit before it is, too.
            time.sleep(1)
        has_written.discard(connection)

    event.listen(Engine, "after_cursor_execute", after_execute)
    event.listen(Engine, "commit", before_commit)


def kill_after_rematch(argument: None) -> None:
    """Kill the process right after the commit that names a rematch."""
    commit = Writer.commit

    def commit_and_kill(self: Writer, works: list[Work]) -> None:
        commit(self, works)
        if any(names_rematch(work) for work in works):
            os.kill(os.getpid(), signal.SIGKILL)

    patch.object(Writer, "commit", commit_and_kill).start()


def names_rematch(work: Work) -> bool:
    """Return whether a work contains an entry that names a rematch."""
    return isinstance(work, Append) and any(entry.kind == "rematch" for entry in work.log.entries)


# === BOTS ===


def record_bot_inputs(file: str) -> None:
    """Write seat and record of every decision of a bot to a file, one per line."""
    for bot_class in {type(make(0)) for make in BOTS.values()}:
        record_inputs_of(bot_class, Path(file))


def record_inputs_of(bot_class: type[Bot], file: Path) -> None:
    """Wrap the method `choose` of one class of bots."""
    choose = bot_class.choose

    def record_and_choose(self: Bot, game: Game, state: State, seat: int) -> int:
        with file.open("a", encoding="ascii") as out:
            out.write(json.dumps([seat, state.tobytes().hex()]) + "\n")
        return choose(self, game, state, seat)

    patch.object(bot_class, "choose", record_and_choose).start()


def leak_and_record_bot_inputs(file: str) -> None:
    """Record the same while bots receive all cards."""
    from proof.pinned import leak_hint

    leak_hint()
    record_bot_inputs(file)
