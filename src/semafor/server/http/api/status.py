"""How the server is: for people who run it."""

from __future__ import annotations

from importlib.metadata import version

from litestar import Response, get
from prometheus_client import CONTENT_TYPE_LATEST

from semafor.server.metrics import metrics_text
from semafor.server.services import TheServices
from semafor.server.status_messages import EngineProgress, Health
from semafor.server.storage.store import NoDatabase
from semafor.server.storage.writer import NotStored

LEAST_FREE = 256 * 2**20
"""Bytes that must be free on the database's disk; with less the server reports itself unhealthy."""


@get("/health")
async def health(services: TheServices) -> Response[Health]:
    """Whether the server can serve: read, and write."""
    damaged = len(services.tables.loader.damaged)
    try:
        await services.store.ping()
        await services.pulse()
    except NoDatabase:
        return Response(Health("no-database", version("semafor"), damaged), status_code=503)
    except NotStored:
        return Response(Health("not-stored", version("semafor"), damaged), status_code=503)
    free = services.store.free_bytes()
    if free is not None and free < LEAST_FREE:
        return Response(Health("low-disk", version("semafor"), damaged), status_code=503)
    return Response(Health("damaged" if damaged else "ok", version("semafor"), damaged))


@get("/api/engine", sync_to_thread=False)
def show_engine(services: TheServices) -> EngineProgress:
    """How far the engine is."""
    return services.engine.progress


@get("/metrics", sync_to_thread=False, include_in_schema=False)
def metrics() -> Response[bytes]:
    """Numbers for Prometheus."""
    return Response(metrics_text(), media_type=CONTENT_TYPE_LATEST)
