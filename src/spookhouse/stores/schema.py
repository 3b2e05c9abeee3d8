"""The database tables, the same for SQLite and PostgreSQL."""

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    text,
)

metadata = MetaData()

guests = Table(
    "guests",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("created", Float, nullable=False),
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    # The secret of the deal. The log reveals it when the game is over.
    Column("secret", LargeBinary, nullable=False),
    Column("game", String(40), nullable=False),
    Column("phase", String(16), nullable=False),
    Column("public", Boolean, nullable=False),
    Column("created", Float, nullable=False),
    Column("changed", Float, nullable=False),
    # The guest who opened the table. The owner may be another one by now.
    Column("opened_by", String(32), nullable=False, server_default=""),
    # Only the tables of the public list.
    Index(
        "open_tables_by_opener",
        "opened_by",
        "created",
        "id",
        sqlite_where=text("public = 1 AND phase = 'lobby'"),
        postgresql_where=text("public AND phase = 'lobby'"),
    ),
)

# The primary key decides races: the second process to insert a version fails.
entries = Table(
    "entries",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("at", Float, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("by", String(32), nullable=False),
    Column("key", String(64), nullable=False),
    # JSON.
    Column("data", Text, nullable=False),
    Column("hash", String(64), nullable=False),
)

# Guests who opened a table or have sat at it.
holders = Table(
    "holders",
    metadata,
    Column("guest_id", String(32), primary_key=True),
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
)

# Links to other devices that were used. Each works once; the primary key decides races.
used_links = Table(
    "used_links",
    metadata,
    Column("digest", String(64), primary_key=True),
    # When the row may be removed, because the link is too old anyway.
    Column("expires", Float, nullable=False),
    Index("used_links_by_expiry", "expires"),
)

# Values that all server processes share, such as the key that signs cookies.
house = Table(
    "house",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", LargeBinary, nullable=False),
)
