"""Where tables live: SQLite for one machine, PostgreSQL for many."""

from spookhouse.stores.store import Store

__all__ = ["Store"]
