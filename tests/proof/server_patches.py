"""Patches that have to do with waiting. The first: a server stops dead in the middle of a transaction, as a machine that swaps would."""

import os
import signal
import time
from pathlib import Path
from typing import Any

from sqlalchemy import event
from sqlalchemy.engine import Engine

from spookhouse.stores.batch import Append
from spookhouse.stores.writer import Writer


def stop_before_commit(flag: Any) -> None:
    """When the file `flag` is there, the next commit of entries is not sent: the process stops itself first."""

    def before_commit(connection: Any) -> None:
        if connection.info.pop("wrote", None) and Path(flag).exists():
            Path(flag).unlink()
            os.kill(os.getpid(), signal.SIGSTOP)
            time.sleep(
                1
            )  # another thread may be the one that is stopped first: this one must not commit before it is, too

    def after_execute(connection: Any, cursor: Any, statement: str, *_: Any) -> None:
        if "INSERT INTO entries" in statement:
            connection.info["wrote"] = True

    event.listen(Engine, "commit", before_commit)
    event.listen(Engine, "after_cursor_execute", after_execute)


def hurry(seconds: Any) -> None:
    """Another patch: who does not finish a request is hung up on sooner."""
    from spookhouse.web import request_timeout

    request_timeout.LONGEST_WAIT = float(seconds)


def die_with_a_rematch(argument: Any) -> None:
    """A patch: killed right after the commit by which a rematch is named."""
    honest = Writer.commit

    def commit(self: Any, works: list[Any]) -> None:
        honest(self, works)
        if any(
            entry.kind == "rematch"
            for work in works
            if isinstance(work, Append)
            for entry in work.log.entries
        ):
            os.kill(os.getpid(), signal.SIGKILL)

    Writer.commit = commit  # type: ignore[method-assign]
