"""Events, and what finds them."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "events",
        sa.Column("code", sa.String(6), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "tables",
        sa.Column("code", sa.String(6), primary_key=True),
        sa.Column("stage", sa.String(10), nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("changed", sa.Float, nullable=False),
    )
    op.create_index("tables_by_stage", "tables", ["stage", "listed", "changed"])
    op.create_table(
        "holdings",
        sa.Column("holder", sa.String(64), primary_key=True),
        sa.Column("code", sa.String(6), primary_key=True),
    )
    op.create_index("holdings_by_code", "holdings", ["code"])


def downgrade() -> None:
    """Take the tables away."""
    op.drop_table("holdings")
    op.drop_table("tables")
    op.drop_table("events")
