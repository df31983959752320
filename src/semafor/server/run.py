"""Runs the server on a port."""

from __future__ import annotations

import gc
import socket
from contextlib import suppress
from ipaddress import ip_address

import uvicorn
from litestar import Litestar

from semafor.game import Game
from semafor.server.http.lean_socket import LeanWebSocket
from semafor.server.http.patient_http import PatientHttp
from semafor.server.services import Services

LARGEST_MESSAGE = 65_536
"""Bytes of a WebSocket message."""
GOODBYE_SECONDS = 5
WARM_BOARDS = ("europe", "cardgame")
"""One of each kind of game."""
KEPT_FILES = 100
"""Open files for the database, bots and players who come back, whoever else is there."""


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; OSError if the port is taken. Port 0 finds a free one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Named, or asyncio would not switch Nagle's delay off and an answer could wait for 40 ms.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError:
        listener.close()
        raise
    listener.setblocking(False)
    return listener


def address_of(listener: socket.socket) -> str:
    """What to type into a browser on this machine."""
    host, port = listener.getsockname()[:2]
    if ip_address(host).is_unspecified:
        host = "127.0.0.1"
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


class PoliteServer(uvicorn.Server):
    """Stops what takes long before it says goodbye, so that nobody is left without an answer."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Answer what has been asked, close all connections, end."""
        services: Services | None = self.config.app.state.get("services")  # type: ignore[union-attr]  # the app is ours, not any ASGI app
        if services is not None:
            await services.retire()
        await super().shutdown(sockets)


def make_server(app: Litestar, trusted_proxies: str = "127.0.0.1") -> uvicorn.Server:
    """A server for the application; run it with `serve(sockets=[…])`."""
    config = uvicorn.Config(
        app,
        http=PatientHttp,
        ws=LeanWebSocket,
        limit_concurrency=most_connections(),
        ws_max_size=LARGEST_MESSAGE,
        ws_per_message_deflate=False,  # costs more memory than the small messages are worth
        lifespan="on",
        access_log=False,  # addresses hold the ids of private tables
        log_config=None,
        server_header=False,
        forwarded_allow_ips=trusted_proxies,
        timeout_graceful_shutdown=GOODBYE_SECONDS,
        backlog=2048,
    )
    return PoliteServer(config)


def most_connections() -> int | None:
    """How many connections may be open before new requests are refused: some files are kept for the rest."""
    try:
        import resource
    except ImportError:  # a system without such limits
        return None
    most, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return max(KEPT_FILES, most - KEPT_FILES) if most != resource.RLIM_INFINITY else None


def allow_many_files() -> None:
    """Raise the limit of open files as far as the system allows: every player is one."""
    try:
        import resource
    except ImportError:  # a system without such limits
        return
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def calm_collector() -> None:
    """Look for garbage seldom: tables hold many small values and no cycles, and a pause delays everyone."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 50, 100)


def warm_up() -> None:
    """Compile or load the rules before the first player waits for them, those of the Card Game too."""
    for name in WARM_BOARDS:
        game = Game.new(name, players=2, seed="warm up", first=0)
        for seat in game.pending:
            game.play(game.moves(seat)[0], seat)
        for viewer in (0, 1, None):
            game.view(viewer)
        game.play(game.moves()[-1])
        if name == WARM_BOARDS[0]:
            game.result()
