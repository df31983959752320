"""Runs the server on a port."""

import gc
import socket
import sys
from functools import partial
from ipaddress import ip_address

import uvicorn
from litestar import Litestar
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from semafor.server.http.connection_guard import (
    GuardedConnection,
    OpenConnections,
    count_requests,
    end_unread,
)
from semafor.server.resources import most_connections, return_large_blocks
from semafor.server.services import Services

LARGEST_MESSAGE = 65_536
"""Bytes of a WebSocket message."""
PING_SECONDS, PONG_SECONDS = 60.0, 30.0
"""Seconds between pings of the server, and for the answer; clients ping more often."""
GOODBYE_SECONDS = 5
BACKLOG = 2048
"""Connections that the system keeps waiting until the server accepts them."""
NEW_OBJECTS, NEW_ROUNDS, OLD_ROUNDS = 5_000, 2, 300
"""GC thresholds: young collections are small and frequent, full ones rare."""
TURN_SECONDS = 0.001
"""Switch interval of threads; Python's 5 ms would delay a transaction of ten rows by 50 ms."""


def listen(host: str, port: int) -> socket.socket:
    """Return a listening socket; OSError if the port is taken. Port 0 chooses a free one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Named, or asyncio would not switch Nagle's delay off and an answer could wait for 40 ms.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    end_unread(listener)
    try:
        listener.bind((host, port))
        listener.listen(BACKLOG)  # a browser that is opened now waits instead of being refused
    except OSError:
        listener.close()
        raise
    listener.setblocking(False)
    return listener


def address_of(listener: socket.socket) -> str:
    """The URL for a browser on this machine."""
    host, port = listener.getsockname()[:2]
    if ip_address(host).is_unspecified:
        host = "127.0.0.1"
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


class GracefulServer(uvicorn.Server):
    """Answers what clients have asked before it closes their connections."""

    def __init__(self, config: uvicorn.Config, services: Services) -> None:
        super().__init__(config)
        self._services = services

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Accept no more connections, answer what has been asked, close all connections, end."""
        await self._services.retire()
        for listener in (*self.servers, *(sockets or ())):
            listener.close()
        await self._services.finish_sockets(GOODBYE_SECONDS)
        await super().shutdown(sockets)


def make_server(app: Litestar, trusted_proxies: str = "127.0.0.1") -> uvicorn.Server:
    """A server for the application; run it with `serve(sockets=[…])`."""
    return GracefulServer(make_config(app, trusted_proxies), app.state["services"])


def make_config(app: Litestar, trusted_proxies: str = "127.0.0.1") -> uvicorn.Config:
    """Return the settings of uvicorn for an application."""
    switch_threads_often()
    return_large_blocks()
    most = most_connections()
    config = uvicorn.Config(
        count_requests(app),
        http="httptools",
        ws="websockets-sansio",
        limit_concurrency=most,
        ws_max_size=LARGEST_MESSAGE,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PONG_SECONDS,
        ws_per_message_deflate=False,  # costs more memory than the small messages are worth
        lifespan="on",
        access_log=False,  # addresses hold the ids of private tables
        log_config=None,
        server_header=False,
        forwarded_allow_ips=trusted_proxies,
        timeout_graceful_shutdown=GOODBYE_SECONDS,
        backlog=BACKLOG,
    )
    config.load()
    is_proxy = ProxyHeadersMiddleware(config.loaded_app, trusted_proxies).trusted_hosts.__contains__
    guarded = partial(GuardedConnection, config.http_protocol_class, OpenConnections(most, is_proxy))
    config.http_protocol_class = guarded  # type: ignore[assignment]  # called like the class that it stands for
    return config


def tune_collector() -> None:
    """Collect garbage in small steps and rarely in full, because a pause delays every client.

    Tables make no garbage; what a request leaves is found among the youngest objects.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS, NEW_ROUNDS, OLD_ROUNDS)


def switch_threads_often() -> None:
    """Switch threads often: the thread that writes to the database waits for its turn at each row."""
    sys.setswitchinterval(TURN_SECONDS)
