"""Migrate a database to the schema of this version."""

from pathlib import Path

from sqlalchemy import Connection, Engine, inspect, text

MIGRATIONS = Path(__file__).with_name("migrations")
# PostgreSQL's advisory lock: one process migrates, the others wait.
ADVISORY_LOCK = 7_406_657


def migrate(engine: Engine) -> None:
    """Run the migrations that the database has not had yet."""
    with engine.begin() as connection:
        if connection.dialect.name == "postgresql":
            # A migration by another process may take longer than any lock timeout.
            connection.execute(text("SET LOCAL lock_timeout = 0"))
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": ADVISORY_LOCK})
        if not is_current(connection):
            upgrade(connection)


def is_current(connection: Connection) -> bool:
    """Return whether all migrations have run. If so, Alembic (12 MB) is not even imported."""
    if not inspect(connection).has_table("alembic_version"):
        return False
    found = connection.execute(text("SELECT version_num FROM alembic_version")).scalars().all()
    return list(found) == [newest_version()]


def newest_version() -> str:
    """Return the number of the newest migration."""
    paths = (MIGRATIONS / "versions").glob("[0-9]*.py")
    return max(path.name.partition("_")[0] for path in paths)


def upgrade(connection: Connection) -> None:
    """Run Alembic's migrations up to the newest."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
