"""A patch: the server stops dead in the middle of a transaction, with its locks held, as a machine that swaps or a paused container would."""

import os
import signal
from pathlib import Path
from typing import Any

from sqlalchemy import event
from sqlalchemy.engine import Engine


def stop_before_commit(flag: Any) -> None:
    """When the file `flag` is there, the next commit of entries is not sent: the process stops itself first."""

    def before_commit(connection: Any) -> None:
        if connection.info.pop("wrote", None) and Path(flag).exists():
            Path(flag).unlink()
            os.kill(os.getpid(), signal.SIGSTOP)

    def after_execute(connection: Any, cursor: Any, statement: str, *_: Any) -> None:
        if "INSERT INTO entries" in statement:
            connection.info["wrote"] = True

    event.listen(Engine, "commit", before_commit)
    event.listen(Engine, "after_cursor_execute", after_execute)
