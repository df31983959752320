"""Tables, their journals, and who holds which seat."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the three tables."""
    op.create_table(
        "tables",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("created", sa.Float(53), nullable=False),
        sa.Column("updated", sa.Float(53), nullable=False),
        sa.Column("setup", sa.Text, nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("card", sa.Text, nullable=False),
        sa.Column("due", sa.Float(53)),
    )
    op.create_index("tables_public", "tables", ["public", "status", "updated"])
    op.create_index("tables_due", "tables", ["due"])
    op.create_table(
        "journal",
        sa.Column(
            "table_id", sa.String(32), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("at", sa.Float(53), nullable=False),
        sa.Column("entry", sa.Text, nullable=False),
        sa.Column("decision", sa.String(80)),
    )
    op.create_index("journal_decision", "journal", ["table_id", "decision"], unique=True)
    op.create_table(
        "holders",
        sa.Column(
            "table_id", sa.String(32), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
    )
    op.create_index("holders_person", "holders", ["person"])
    op.create_index("holders_key", "holders", ["key"])


def downgrade() -> None:
    """Drop everything."""
    for table in ("holders", "journal", "tables"):
        op.drop_table(table)
