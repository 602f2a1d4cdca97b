"""What is counted and measured, for Prometheus.

No label has more than a few values, and none tells of a person: no table, name, address or key.
"""

from prometheus_client import Counter, Gauge, Histogram

_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)

OPEN_SOCKETS = Gauge("rowlock_open_sockets", "Sockets of pages that are open.")
LIVE_TABLES = Gauge("rowlock_live_tables", "Tables that somebody looks at.")

EVENTS = Counter("rowlock_events_committed", "Events committed to the database.")
COMMIT_SECONDS = Histogram("rowlock_commit_seconds", "How long a commit takes.", buckets=_SECONDS)
COMMIT_TABLES = Histogram(
    "rowlock_commit_tables",
    "Changes of tables that share a commit.",
    buckets=(1, 2, 5, 10, 20, 50, 100, 200),
)
CONFLICTS = Counter("rowlock_conflicts", "Changes decided anew because another came first.")
LISTENER_RECONNECTS = Counter(
    "rowlock_listener_reconnects", "Times the connection that hears of other processes came back."
)

ASKS = Counter("rowlock_asks", "Asks by outcome: done, or why not.", ["outcome"])
MOVE_TO_VIEW_SECONDS = Histogram(
    "rowlock_move_to_view_seconds",
    "From a change that is wanted to each view that shows it.",
    buckets=_SECONDS,
)

THINKING_SECONDS = Histogram(
    "rowlock_thinking_seconds", "How long a bot thinks about a move.", buckets=_SECONDS
)
THOUGHTS_WAITING = Gauge("rowlock_thoughts_waiting", "Moves of bots that wait for a thread.")

HTTP_ANSWERS = Counter("rowlock_http_answers", "Answers over HTTP by status.", ["status"])
HTTP_SECONDS = Histogram(
    "rowlock_http_seconds", "How long an answer over HTTP takes.", buckets=_SECONDS
)
LIMITS_HIT = Counter("rowlock_limits_hit", "Refusals because of too much.", ["limit"])
FAILURES = Counter("rowlock_failures", "Faults of ours that were logged.")
