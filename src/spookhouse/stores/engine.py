"""Open a database with the settings that durability and quick recovery need."""

from contextlib import closing
from typing import Protocol, TypedDict, runtime_checkable

from sqlalchemy import Engine, create_engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

PRAGMAS = (
    "journal_mode=WAL",
    # A commit survives a power failure.
    "synchronous=FULL",
    "foreign_keys=ON",
    # See checkpointer.py.
    "wal_autocheckpoint=0",
    # A large insert keeps a statement journal. On disk it takes twice as long as the insert.
    "temp_store=MEMORY",
)

# Seconds to wait for a lock or a connection. A process that stops in the middle of a
# transaction must not stop the others.
LOCK_TIMEOUT = 5


class ConnectionOptions(TypedDict):
    """Options of a PostgreSQL connection, in seconds; the last one in milliseconds."""

    connect_timeout: int
    keepalives_idle: int
    keepalives_interval: int
    keepalives_count: int
    tcp_user_timeout: int


# PostgreSQL connections whose other end is gone are noticed within seconds.
POSTGRESQL_CONNECTION: ConnectionOptions = {
    "connect_timeout": 5,
    "keepalives_idle": 3,
    "keepalives_interval": 1,
    "keepalives_count": 3,
    "tcp_user_timeout": 6000,
}

LOCK_NOT_AVAILABLE, DEADLOCK, SERIALIZATION_FAILURE = "55P03", "40P01", "40001"
CONFLICTS = {LOCK_NOT_AVAILABLE, DEADLOCK, SERIALIZATION_FAILURE}


class PoolOptions(TypedDict):
    """Options of `create_engine` for both databases."""

    pool_size: int
    max_overflow: int
    pool_timeout: float
    hide_parameters: bool


@runtime_checkable
class HasSqlState(Protocol):
    """An error of PostgreSQL's driver, which is not installed everywhere."""

    sqlstate: str | None


def open_engine(url: str, pool_size: int = 5, max_overflow: int = 5) -> Engine:
    """Open the database at a URL with a bounded number of connections."""
    common: PoolOptions = {
        "pool_size": pool_size,
        "max_overflow": max_overflow,
        "pool_timeout": LOCK_TIMEOUT,
        # Errors reach the server's log, which must contain neither hidden cards nor chat.
        "hide_parameters": True,
    }
    if url.startswith("sqlite"):
        arguments = {"timeout": LOCK_TIMEOUT, "check_same_thread": False}
        engine = create_engine(url, connect_args=arguments, **common)
        settings = [f"PRAGMA {pragma}" for pragma in PRAGMAS]
    else:
        engine = create_engine(
            url, pool_pre_ping=True, connect_args=POSTGRESQL_CONNECTION, **common
        )
        settings = [
            f"SET {name} = '{LOCK_TIMEOUT}s'"
            for name in ("lock_timeout", "idle_in_transaction_session_timeout")
        ]
    apply_on_connect(engine, settings)
    return engine


def apply_on_connect(engine: Engine, settings: list[str]) -> None:
    """Run these statements on every new connection."""

    @event.listens_for(engine, "connect")
    def apply(connection: DBAPIConnection, _: object) -> None:
        with closing(connection.cursor()) as cursor:
            for setting in settings:
                cursor.execute(setting)
        connection.commit()


def is_unavailable(error: Exception) -> bool:
    """Return whether the database itself is unavailable, so that retrying one by one is useless."""
    if not isinstance(error, OperationalError):
        return isinstance(error, PoolTimeout)
    cause: object = error.orig
    return not (isinstance(cause, HasSqlState) and cause.sqlstate in CONFLICTS)
