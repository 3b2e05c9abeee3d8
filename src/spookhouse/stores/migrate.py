"""Bringing a database to the form that this version of the house reads."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, Engine, text

MIGRATIONS = Path(__file__).with_name("migrations")
LOCK = 7_406_657  # of PostgreSQL: one process migrates, the others wait


def migrate(engine: Engine) -> None:
    """Run the migrations that the database has not seen yet."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with engine.begin() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(text("SET LOCAL lock_timeout = 0"))  # a migration may take its time
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
        upgrade(config, connection)


def upgrade(config: Config, connection: Connection) -> None:
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
