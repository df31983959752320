"""The application."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import structlog
from litestar import Litestar, Request, Router
from litestar.datastructures import State
from litestar.di import Provide
from litestar.handlers import BaseRouteHandler
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.types import Message, Scope

from semafor.errors import SemaforError
from semafor.server.club import account_api, notification_api, tournament_api
from semafor.server.config import Config
from semafor.server.http import (
    catalogue_api,
    client_files,
    finished_games_api,
    status_api,
    table_api,
    table_session,
    workshop_api,
)
from semafor.server.http.compressed_pages import COMPRESSES, Compression
from semafor.server.http.error_responses import HANDLERS
from semafor.server.http.identity import is_foreign, is_foreign_host
from semafor.server.services import Services

POLICY = "; ".join(
    (
        "default-src 'self'",
        "script-src 'self'",
        "style-src 'self'",  # the client's scripts set single properties; markup holds no styles
        "img-src 'self' data: blob:",
        "font-src 'self' data:",
        "connect-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)


async def add_security_headers(message: Message, _scope: Scope) -> None:
    """Add the security headers to a response."""
    if message["type"] == "http.response.start":
        headers = list(message.get("headers", []))
        headers.extend(HEADERS)
        if not any(name.lower() == b"cache-control" for name, _ in headers):
            headers.append((b"cache-control", b"no-store"))
        message["headers"] = headers


log = structlog.get_logger("semafor.app")

LARGEST_BODY = 1_000_000
PLAYED = ("/api/tables", "/api/my")
"""Paths that need the compiled rules."""
APIS = (
    catalogue_api,
    workshop_api,
    table_api,
    finished_games_api,
    account_api,
    notification_api,
    tournament_api,
    table_session,
    status_api,
    client_files,
)
"""Modules whose route handlers make up the application."""


def create_app(config: Config) -> Litestar:
    """Create the application; its database is opened at startup."""
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
        route_handlers=[
            one for api in APIS for one in vars(api).values() if isinstance(one, BaseRouteHandler)
        ],
        dependencies={"services": Provide(lambda: services, sync_to_thread=False)},
        lifespan=[lifespan],
        before_request=_checker(services),
        before_send=[add_security_headers],
        exception_handlers=HANDLERS,
        request_max_body_size=LARGEST_BODY,
        middleware=[Compression()],
        openapi_config=OpenAPIConfig(
            "Semafor",
            "1",
            openapi_router=Router(
                "/api/schema",
                route_handlers=[],
                include_in_schema=False,
                opt={COMPRESSES: True},  # not compressed at all: that would take time of the event loop
            ),
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
        ),
        signature_types=[Services],
        logging_config=None,
        debug=False,
    )


def _checker(services: Services) -> Callable[[Request[Any, Any, Any]], Awaitable[None]]:
    async def check(request: Request[Any, Any, Any]) -> None:
        """Refuse requests of foreign pages and over the rate limits; wait for the rules."""
        posts = request.method == "POST"
        if is_foreign_host(request, services.config.hosts):
            raise SemaforError("foreign-host")
        if posts and is_foreign(request, services.config):
            raise SemaforError("foreign-page")
        gets = services.gets if request.scope["path"].startswith("/api/") else services.files
        services.check_limit(services.posts if posts else gets, request)
        if request.scope["path"].startswith(PLAYED):
            await services.engine.ready()

    return check
