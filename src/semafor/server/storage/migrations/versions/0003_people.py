"""People with a name for life, their devices, and the codes that join one more."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def _member() -> sa.Column[str]:
    return sa.Column("member", sa.String(32), sa.ForeignKey("members.id", ondelete="CASCADE"), nullable=False)


def upgrade() -> None:
    """Make the four tables."""
    op.create_table(
        "members",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("plain", sa.String(80), nullable=False),
        sa.Column("phrase", sa.String(64), nullable=False),
        sa.Column("created", sa.Float(53), nullable=False),
    )
    op.create_index("members_plain", "members", ["plain"], unique=True)
    op.create_index("members_phrase", "members", ["phrase"], unique=True)
    op.create_table(
        "devices",
        sa.Column("person", sa.String(64), primary_key=True),
        _member(),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("label", sa.String(60), nullable=False),
        sa.Column("added", sa.Float(53), nullable=False),
        sa.Column("signed_out", sa.Boolean, nullable=False),
    )
    op.create_index("devices_member", "devices", ["member", "number"], unique=True)
    op.create_table(
        "device_codes",
        sa.Column("code", sa.String(64), primary_key=True),
        _member(),
        sa.Column("until", sa.Float(53), nullable=False),
    )
    op.create_table(
        "club_secrets",
        sa.Column("name", sa.String(32), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )


def downgrade() -> None:
    """Drop them."""
    for table in ("club_secrets", "device_codes", "devices", "members"):
        op.drop_table(table)
