"""Store tables in SQLite (one machine) or PostgreSQL (many)."""

from spookhouse.stores.store import SqlStore

__all__ = ["SqlStore"]
