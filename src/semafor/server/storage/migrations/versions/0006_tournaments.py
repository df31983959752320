"""Tournaments: who takes part, and who sits with whom in which round."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def _tournament() -> sa.Column[str]:
    return sa.Column(
        "tournament", sa.String(32), sa.ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True
    )


def upgrade() -> None:
    """Make the three tables."""
    op.create_table(
        "tournaments",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("host", sa.String(32), nullable=False),
        sa.Column("created", sa.Float(53), nullable=False),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("setup", sa.Text, nullable=False),
    )
    op.create_index("tournaments_status", "tournaments", ["status"])
    op.create_table(
        "entrants",
        _tournament(),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("member", sa.String(32)),
        sa.Column("level", sa.String(8)),
        sa.Column("name", sa.String(40), nullable=False),
    )
    op.create_index("entrants_member", "entrants", ["member"])
    op.create_table(
        "pairings",
        _tournament(),
        sa.Column("round", sa.Integer, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("seats", sa.Text, nullable=False),
    )


def downgrade() -> None:
    """Drop them."""
    for table in ("pairings", "entrants", "tournaments"):
        op.drop_table(table)
