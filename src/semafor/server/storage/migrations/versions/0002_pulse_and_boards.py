"""A row that is written to see whether that is possible, and the boards that games were begun on."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the row, and the boards."""
    pulse = op.create_table(
        "pulse",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("at", sa.Float(53), nullable=False),
    )
    op.bulk_insert(pulse, [{"id": 1, "at": 0.0}])
    op.create_table(
        "boards",
        sa.Column("fingerprint", sa.String(64), primary_key=True),
        sa.Column("file", sa.Text, nullable=False),
    )


def downgrade() -> None:
    """Drop them."""
    for table in ("boards", "pulse"):
        op.drop_table(table)
