"""Prometheus metrics for /metrics, without ids, names or keys."""

from functools import cache

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

REGISTRY = CollectorRegistry()

LIVE_TABLES = Gauge("semafor_live_tables", "Tables in memory.", registry=REGISTRY)
CONNECTIONS = Gauge("semafor_connections", "Open WebSockets.", registry=REGISTRY)
ENTRIES = Counter("semafor_entries", "Entries written to journals.", ["kind"], registry=REGISTRY)
COMMITS = Counter("semafor_commits", "Transactions that stored entries.", registry=REGISTRY)
REFUSALS = Counter("semafor_refusals", "Refused requests and messages.", ["code"], registry=REGISTRY)
FAILURES = Counter("semafor_failures", "Mistakes of the program itself.", registry=REGISTRY)
NOT_STORED = Counter("semafor_not_stored", "Changes that the database did not take.", registry=REGISTRY)
DAMAGED = Gauge("semafor_damaged_tables", "Tables whose journal cannot be read.", registry=REGISTRY)
BOT_SECONDS = Histogram("semafor_bot_seconds", "How long bots think.", registry=REGISTRY)
STORE_SECONDS = Histogram(
    "semafor_store_seconds",
    "From a decision to its commit.",
    buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5),
    registry=REGISTRY,
)


@cache
def entries_of(kind: type) -> Counter:
    """The counter of the entries of a kind, looked up once."""
    return ENTRIES.labels(kind.__name__)


def metrics_text() -> bytes:
    """All metrics in Prometheus's text format."""
    return generate_latest(REGISTRY)
