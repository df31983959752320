"""Entrants of a tournament whom its host has withdrawn from the rounds to come."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; nobody is withdrawn yet."""
    withdrawn = sa.Column("withdrawn", sa.Boolean, nullable=False, server_default=sa.false())
    op.add_column("entrants", withdrawn)


def downgrade() -> None:
    """Drop it."""
    op.drop_column("entrants", "withdrawn")
