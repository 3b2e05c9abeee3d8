"""Where tables live: SQLite for one machine, PostgreSQL for many."""

from spookhouse.stores.store import LostRace, Store

__all__ = ["LostRace", "Store"]
