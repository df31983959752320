"""The application."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import structlog
from litestar import Litestar, Request
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from semafor.errors import SemaforError
from semafor.server.club import account_api, history_api, notification_api, tournament_api
from semafor.server.config import Config
from semafor.server.http import visiting
from semafor.server.http.api import (
    catalogue,
    client_files,
    network,
    picture,
    replay,
    shelf,
    sketches,
    status,
    studies,
    tables,
)
from semafor.server.http.headers import add_security_headers
from semafor.server.http.identity import is_foreign, is_foreign_host
from semafor.server.http.lasting import LEVEL, PACKS
from semafor.server.http.problems import HANDLERS
from semafor.server.services import Services

log = structlog.get_logger("semafor.app")

LARGEST_BODY = 1_000_000
SMALLEST_COMPRESSED = 1_000
PLAYED = ("/api/tables", "/api/my")
"""What needs the rules."""
ROUTES = (
    catalogue.list_boards,
    catalogue.show_board,
    catalogue.show_board_file,
    catalogue.check_own_board,
    catalogue.draw_own_board,
    sketches.look_at_sketch,
    sketches.finish_sketch,
    sketches.show_gazetteer,
    shelf.list_shelf,
    shelf.share_board,
    shelf.show_shared,
    shelf.show_shared_file,
    shelf.take_back,
    studies.begin_study,
    studies.show_study,
    studies.stop_study,
    catalogue.show_rules,
    catalogue.list_bots,
    tables.create_table,
    tables.list_tables,
    tables.show_table,
    tables.show_table_board,
    tables.claim_seat,
    tables.start_table,
    tables.leave_table,
    tables.remove_seat,
    tables.lock_table,
    tables.pass_host,
    tables.play_again,
    tables.list_my_tables,
    tables.show_record,
    replay.show_replay,
    replay.show_story,
    picture.show_picture,
    picture.show_pixels,
    picture.show_board_pixels,
    *account_api.ROUTES,
    *notification_api.ROUTES,
    *history_api.ROUTES,
    *tournament_api.ROUTES,
    visiting.live_table,
    network.show_network,
    status.show_engine,
    status.health,
    status.metrics,
    client_files.client_file,
)


def create_app(config: Config) -> Litestar:
    """A server with these settings; its database is opened when it starts."""
    services = Services(config)

    @asynccontextmanager
    async def lifespan(_app: Litestar) -> AsyncIterator[None]:
        try:
            await services.open()
        except Exception as error:
            log.error("cannot start", error=repr(error))
            raise
        try:
            yield
        finally:
            await services.close()

    return Litestar(
        state=State({"services": services}),
        route_handlers=ROUTES,
        dependencies={"services": Provide(lambda: services, sync_to_thread=False)},
        lifespan=[lifespan],
        before_request=_checker(services),
        before_send=[add_security_headers],
        exception_handlers=HANDLERS,
        request_max_body_size=LARGEST_BODY,
        compression_config=CompressionConfig(
            "gzip",
            minimum_size=SMALLEST_COMPRESSED,
            gzip_compress_level=LEVEL,
            exclude_opt_key=PACKS,
        ),
        openapi_config=OpenAPIConfig(
            "Semafor", "1", path="/api/schema", render_plugins=[JsonRenderPlugin(path="/openapi.json")]
        ),
        signature_types=[Services],
        logging_config=None,
        debug=False,
    )


def _checker(services: Services) -> Callable[[Request[Any, Any, Any]], Awaitable[None]]:
    async def check(request: Request[Any, Any, Any]) -> None:
        """Refuse posts of other sites' pages, and too many requests of one address; wait for the rules."""
        posts = request.method == "POST"
        if is_foreign_host(request, services.config.hosts):
            raise SemaforError("foreign-host")
        if posts and is_foreign(request, services.config):
            raise SemaforError("foreign-page")
        gets = services.gets if request.scope["path"].startswith("/api/") else services.files
        services.check_share(services.posts if posts else gets, request)
        if request.scope["path"].startswith(PLAYED):
            await services.engine.ready()

    return check
