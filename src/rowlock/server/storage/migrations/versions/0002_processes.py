"""Several processes may serve the same tables: which there are, who is where, whose bots are
whose. It is only of the moment, so PostgreSQL need not write it to its log."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the tables."""
    prefixes = ["UNLOGGED"] if op.get_bind().dialect.name == "postgresql" else []
    op.create_table(
        "processes",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("seen", sa.Float, nullable=False),
        prefixes=prefixes,
    )
    op.create_table(
        "attendances",
        sa.Column("code", sa.String(6), primary_key=True),
        sa.Column("holder", sa.String(64), primary_key=True),
        sa.Column(
            "process",
            sa.String(32),
            sa.ForeignKey("processes.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        prefixes=prefixes,
    )
    op.create_index("attendances_by_process", "attendances", ["process"])
    op.create_table(
        "leases",
        sa.Column("code", sa.String(6), primary_key=True),
        sa.Column(
            "process",
            sa.String(32),
            sa.ForeignKey("processes.id", ondelete="CASCADE"),
            nullable=False,
        ),
        prefixes=prefixes,
    )
    op.create_index("leases_by_process", "leases", ["process"])


def downgrade() -> None:
    """Take the tables away."""
    op.drop_table("leases")
    op.drop_table("attendances")
    op.drop_table("processes")
