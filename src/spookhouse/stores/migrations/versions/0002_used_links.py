"""Create the table of used links to other devices."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Create the table and its index."""
    op.create_table(
        "used_links",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("expires", sa.Float, nullable=False),
    )
    op.create_index("used_links_by_expiry", "used_links", ["expires"])
