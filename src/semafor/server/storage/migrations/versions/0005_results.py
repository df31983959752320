"""How finished games ended, seat by seat, for the memory of the club."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def _table_id() -> sa.Column[str]:
    return sa.Column(
        "table_id", sa.String(32), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
    )


def upgrade() -> None:
    """Make the two tables."""
    op.create_table(
        "results",
        _table_id(),
        sa.Column("finished", sa.Float(53), nullable=False),
        sa.Column("board", sa.String(64), nullable=False),
        sa.Column("own_board", sa.Boolean, nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("counts", sa.Boolean, nullable=False),
    )
    op.create_index("results_finished", "results", ["finished"])
    op.create_table(
        "result_seats",
        _table_id(),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("level", sa.String(8)),
        sa.Column("side", sa.Integer, nullable=False),
        sa.Column("rank", sa.Integer, nullable=False),
        sa.Column("total", sa.Integer, nullable=False),
        sa.Column("won", sa.Boolean, nullable=False),
        sa.Column("completed", sa.Integer, nullable=False),
        sa.Column("failed", sa.Integer, nullable=False),
        sa.Column("routes", sa.Text, nullable=False),
    )
    op.create_index("result_seats_person", "result_seats", ["person"])


def downgrade() -> None:
    """Drop them."""
    for table in ("result_seats", "results"):
        op.drop_table(table)
