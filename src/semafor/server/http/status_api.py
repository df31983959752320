"""Health, metrics, progress of compilation and the local address of the server."""

import asyncio
import socket
from contextlib import suppress
from importlib.metadata import version
from ipaddress import ip_address

from litestar import Response, get
from prometheus_client import CONTENT_TYPE_LATEST

from semafor.server.http.identity import AnyRequest
from semafor.server.messages import EngineProgress, Health, Network
from semafor.server.monitoring import metrics_text
from semafor.server.server_errors import NoDatabase, NotStored
from semafor.server.services import TheServices

LEAST_FREE = 256 * 2**20
"""Bytes that must be free on the database's disk; with less the server reports itself unhealthy."""


@get("/health")
async def health(services: TheServices) -> Response[Health]:
    """Check that the database can be read and written."""
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
    """Return the progress of compilation."""
    return services.engine.progress


@get("/metrics", sync_to_thread=False, include_in_schema=False)
def metrics() -> Response[bytes]:
    """Return the metrics for Prometheus."""
    return Response(metrics_text(), media_type=CONTENT_TYPE_LATEST)


ELSEWHERE = ("10.255.255.255", 1)
"""An address in another network; connecting a UDP socket to it sends nothing."""
PATIENCE = 0.5


@get("/api/network")
async def show_network(request: AnyRequest) -> Network:
    """Return the address in the local network, and whether the server answers there."""
    server = request.scope.get("server")
    if server is None or not server[1] or not _is_here(request.client.host if request.client else ""):
        return Network(None, False)
    return await asyncio.to_thread(_look, int(server[1]))


def _is_here(address: str) -> bool:
    with suppress(ValueError):
        return ip_address(address).is_loopback
    return False


def _look(port: int) -> Network:
    host = own_address()
    return Network(f"http://{host}:{port}", _answers(host, port)) if host else Network(None, False)


def own_address() -> str | None:
    """The address of this machine in its local network, if it has one."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        asking.connect(ELSEWHERE)
        found = str(asking.getsockname()[0])
        return None if ip_address(found).is_loopback else found
    return None


def _answers(host: str, port: int) -> bool:
    with suppress(OSError), socket.create_connection((host, port), PATIENCE):
        return True
    return False
