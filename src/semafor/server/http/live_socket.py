"""The WebSocket route of a table, from the handshake to the end of the connection."""

import asyncio
from typing import Any, NamedTuple

import structlog
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from semafor.errors import SemaforError
from semafor.server.http.identity import address_of, is_foreign, is_foreign_host, person_of
from semafor.server.http.websocket import RESTART, TOO_MUCH, UNKNOWN_TABLE, Closing, Connection, Line
from semafor.server.live.broadcast import encode, refusal_of
from semafor.server.live.live_table import LiveTable
from semafor.server.monitoring import FAILURES
from semafor.server.server_errors import PERMANENT, NoSuchTable
from semafor.server.services import Services, TheServices

FOREIGN = 4003
FAILED = 1011
HANDSHAKE = 5.0
"""Cost of a handshake, in messages."""

log = structlog.get_logger("semafor.live")


class Visitor(NamedTuple):
    """What the handshake says about the client."""

    address: str
    person: str | None
    foreign: bool


@websocket("/api/tables/{table_id:str}/live")
async def live_table(
    socket: WebSocket[Any, Any, Any], table_id: FromPath[str], services: TheServices
) -> None:
    """Send everything that happens at a table, and receive the decisions of its players."""
    await socket.accept()
    config = services.config
    foreign = is_foreign_host(socket, config.hosts) or is_foreign(socket, config)
    visitor = Visitor(address_of(socket), person_of(socket), foreign)
    await _visit(Line(socket), table_id, services, visitor)


async def _visit(line: Line, table_id: str, services: Services, visitor: Visitor) -> None:
    """Serve a client until it disconnects; the connection is counted until it is lost."""
    line.count_for(visitor.address, services.connections)
    try:
        await services.engine.ready()
        await _converse(line, table_id, services, visitor)
    except Closing as closing:
        await line.close(closing.code)
    except WebSocketDisconnect:
        pass
    except asyncio.CancelledError:  # the server ends, and has waited long enough for an answer
        await line.close(RESTART)
    except Exception as error:
        FAILURES.inc()
        log.error("failed", error=repr(error), exc_info=error)
        await line.close(FAILED)


async def _converse(line: Line, table_id: str, services: Services, visitor: Visitor) -> None:
    if visitor.foreign:
        raise Closing(FOREIGN)
    if services.connections[visitor.address] > services.config.connections_per_address:
        raise Closing(TOO_MUCH)
    if not services.address_work.take(visitor.address, HANDSHAKE):
        raise Closing(TOO_MUCH)
    live = await _find(line, table_id, services)
    connection = Connection(line, services, live, visitor.address, visitor.person)
    services.sockets.add(connection)  # before `hello` reads the identity: a sign-out meanwhile closes it
    try:
        await connection.greet()
        await connection.serve()
    finally:
        services.sockets.discard(connection)
        services.tables.presences.depart(live, connection)


async def _find(line: Line, table_id: str, services: Services) -> LiveTable:
    """Return the table with this id; close the connection if there is none."""
    try:
        return await services.tables.find(table_id, newest=True)
    except NoSuchTable:
        raise Closing(UNKNOWN_TABLE) from None
    except PERMANENT as error:
        line.write(encode(refusal_of(error)))
        raise Closing(UNKNOWN_TABLE) from None
    except SemaforError:
        raise Closing(RESTART) from None
