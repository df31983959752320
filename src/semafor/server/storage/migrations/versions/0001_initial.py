"""Create all tables.

Nothing has been released yet, so `database_schema` is the schema of this revision. Before the
first change after a release, replace `create_all` with the tables as they are then.
"""

from alembic import op

from semafor.server.storage.database_schema import metadata, pulse

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables and the row that health checks write to."""
    metadata.create_all(op.get_bind())
    op.bulk_insert(pulse, [{"id": 1, "at": 0.0}])


def downgrade() -> None:
    """Drop all tables."""
    metadata.drop_all(op.get_bind())
