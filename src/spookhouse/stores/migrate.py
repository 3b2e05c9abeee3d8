"""Bringing a database to the form that this version of the house reads."""

from pathlib import Path

from sqlalchemy import Connection, Engine, inspect, text

MIGRATIONS = Path(__file__).with_name("migrations")
LOCK = 7_406_657  # of PostgreSQL: one process migrates, the others wait


def migrate(engine: Engine) -> None:
    """Run the migrations that the database has not seen yet."""
    with engine.begin() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(text("SET LOCAL lock_timeout = 0"))  # a migration may take its time
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
        if not is_current(connection):
            upgrade(connection)


def is_current(connection: Connection) -> bool:
    """Whether there is nothing to do; then the library that migrates, 12 MB of it, is not even loaded."""
    newest = max(
        path.name.partition("_")[0] for path in (MIGRATIONS / "versions").glob("[0-9]*.py")
    )
    if not inspect(connection).has_table("alembic_version"):
        return False
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalars().all() == [
        newest
    ]


def upgrade(connection: Connection) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
