"""The tables of the database, the same for SQLite and PostgreSQL."""

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
    Column(
        "secret", LargeBinary, nullable=False
    ),  # of the deal; shown in the log when the game is over
    Column("game", String(40), nullable=False),
    Column("phase", String(16), nullable=False),
    Column("public", Boolean, nullable=False),
    Column("created", Float, nullable=False),
    Column("changed", Float, nullable=False),
    Index("tables_by_phase", "public", "phase", "changed"),
)

entries = Table(
    "entries",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("version", Integer, primary_key=True),  # who inserts first wins the race
    Column("at", Float, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("by", String(32), nullable=False),
    Column("key", String(64), nullable=False),
    Column("data", Text, nullable=False),  # JSON
    Column("hash", String(64), nullable=False),
)

holders = Table(
    "holders",
    metadata,
    Column("guest_id", String(32), primary_key=True),
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
)

house = Table(
    "house",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", LargeBinary, nullable=False),
)
