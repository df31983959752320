"""Under which address others in the network find this server; told only to who sits at this machine."""

from __future__ import annotations

import asyncio
import socket
from contextlib import suppress
from ipaddress import ip_address
from typing import Any

from litestar import Request, get

from semafor.server.status_messages import Network

ELSEWHERE = ("10.255.255.255", 1)
"""An address in some other network: asking for the way there sends nothing."""
PATIENCE = 0.5


@get("/api/network")
async def show_network(request: Request[Any, Any, Any]) -> Network:
    """The address in the network, and whether it answers there."""
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
    """The address of this machine in its network, if it has one."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        asking.connect(ELSEWHERE)
        found = str(asking.getsockname()[0])
        return None if ip_address(found).is_loopback else found
    return None


def _answers(host: str, port: int) -> bool:
    with suppress(OSError), socket.create_connection((host, port), PATIENCE):
        return True
    return False
