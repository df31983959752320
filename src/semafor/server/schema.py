"""The JSON Schema of the whole protocol, from which clients make their types."""

from typing import Any, get_args

import msgspec

from semafor.record import Record
from semafor.server import messages
from semafor.server import socket_messages as socket
from semafor.server import workshop_messages as workshop
from semafor.server.club import club_messages as club

DIALECT = "https://json-schema.org/draft/2020-12/schema"
SAME_NAME = {
    "semafor.boards.model.DrawTickets": "DrawTicketsOption",
    "semafor.moves.DrawTickets": "DrawTickets",
}
"""Structs of the same name in two modules, and their names in the schema."""


def make_schema() -> dict[str, Any]:
    """Return all messages as definitions, and the two unions of the WebSocket."""
    sent, received = get_args(socket.ClientMessage), get_args(socket.ServerMessage)
    over_http = (value for module in (messages, workshop, club) for value in vars(module).values())
    types = (*filter(_is_message, over_http), Record, *sent, *received)
    _, definitions = msgspec.json.schema_components(types, ref_template="#/$defs/{name}")
    definitions["ClientMessage"] = _union(sent)
    definitions["ServerMessage"] = _union(received)
    return {"$schema": DIALECT, "title": "Semafor's protocol", "$defs": dict(sorted(definitions.items()))}


def _is_message(value: object) -> bool:
    return isinstance(value, type) and issubclass(value, msgspec.Struct) and value is not messages.Sent


def _union(members: tuple[type, ...]) -> dict[str, Any]:
    return {"anyOf": [{"$ref": f"#/$defs/{member.__name__}"} for member in members]}


def schema_text() -> str:
    """Return the content of `docs/protocol.schema.json`."""
    text = msgspec.json.format(msgspec.json.encode(make_schema()), indent=1).decode()
    for long, short in SAME_NAME.items():
        text = text.replace(f'"{long}"', f'"{short}"').replace(f'/{long}"', f'/{short}"')
    return text + "\n"
