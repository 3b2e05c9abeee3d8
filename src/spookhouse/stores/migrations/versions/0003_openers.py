"""Store who opened each table, and index the tables of the public list by it."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

FILL = """
UPDATE tables SET opened_by = COALESCE(
    (SELECT "by" FROM entries WHERE entries.table_id = tables.id AND entries.version = 1), ''
)
"""


def upgrade() -> None:
    """Add the column, fill it from the logs, and replace the index."""
    # Processes of the version before, which may still run, do not know the column.
    op.add_column(
        "tables", sa.Column("opened_by", sa.String(32), nullable=False, server_default="")
    )
    op.execute(FILL)
    op.drop_index("tables_by_phase", "tables")
    op.create_index(
        "open_tables_by_opener",
        "tables",
        ["opened_by", "created", "id"],
        sqlite_where=sa.text("public = 1 AND phase = 'lobby'"),
        postgresql_where=sa.text("public AND phase = 'lobby'"),
    )
