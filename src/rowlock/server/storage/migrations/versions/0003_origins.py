"""Where a listed table was made, roughly, and its turn among those made there: the list of tables
is fair between networks."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Tables that are there have no origin, and come first."""
    op.add_column("tables", sa.Column("origin", sa.String(4), nullable=False, server_default=""))
    op.add_column("tables", sa.Column("turn", sa.Integer, nullable=False, server_default="0"))
    op.create_index("tables_by_origin", "tables", ["stage", "origin", "turn"])
    op.create_index("tables_by_turn", "tables", ["stage", "listed", "turn", "changed"])


def downgrade() -> None:
    """Forget where they were made."""
    for index in ("tables_by_turn", "tables_by_origin"):
        op.drop_index(index, "tables")
    for column in ("turn", "origin"):
        op.drop_column("tables", column)
