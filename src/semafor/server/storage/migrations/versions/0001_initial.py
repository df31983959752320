"""Create the tables of release 0.1.0, from the SQL file beside this one."""

import re
from pathlib import Path

from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

STATEMENTS = Path(__file__).with_suffix(".sql").read_text(encoding="utf-8")


def upgrade() -> None:
    """Create all tables with their indexes and first rows."""
    for statement in re.sub("--.*", "", STATEMENTS).split(";")[:-1]:
        op.execute(statement)


def downgrade() -> None:
    """Drop all tables, those that refer to others first."""
    for name in reversed(re.findall(r"^create table (\w+)", STATEMENTS, re.MULTILINE)):
        op.drop_table(name)
