"""The shelf: boards that their makers chose to share."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Put it up."""
    op.create_table(
        "shelf",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("shared", sa.Float(53), nullable=False),
        sa.Column("maker", sa.String(64), nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("fingerprint", sa.String(64), nullable=False),
        sa.Column("file", sa.Text, nullable=False),
        sa.Column("card", sa.Text, nullable=False),
        sa.Column("plays", sa.Integer, nullable=False),
    )
    op.create_index("shelf_fingerprint", "shelf", ["fingerprint"], unique=True)
    op.create_index("shelf_maker", "shelf", ["maker"])


def downgrade() -> None:
    """Take it down."""
    op.drop_table("shelf")
