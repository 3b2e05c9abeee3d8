"""Where tables live: SQLite for one machine, PostgreSQL for many."""

from spookhouse.stores.store import SqlStore

__all__ = ["SqlStore"]
