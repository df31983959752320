"""Who asks at a table: a person with every device they ever sat down with, and the keys of seats."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Request
from litestar.datastructures import Cookie

from semafor.errors import SemaforError
from semafor.server.club.accounts import Who
from semafor.server.http.identity import keys_of, new_person, person_of
from semafor.server.services import Services
from semafor.server.table.table import Table

AnyRequest = Request[Any, Any, Any]


class Requester(msgspec.Struct, frozen=True):
    """Who asks."""

    who: Who
    keys: tuple[str, ...]

    def seats(self, table: Table) -> tuple[int, ...]:
        """Their seats at a table."""
        return table.seats_of(self.who.persons, self.keys)

    def seats_here(self, table: Table) -> tuple[int, ...]:
        """The same; refused if there are none."""
        seats = self.seats(table)
        if not seats:
            raise SemaforError("not-yours", case="table")
        return seats


async def requester_of(request: AnyRequest, services: Services) -> Requester:
    """Who sent a request."""
    return Requester(await services.accounts.who(person_of(request)), tuple(keys_of(request)))


class Browser:
    """Who asks, with a new cookie where the browser has none that is known."""

    def __init__(self, asker: Requester, services: Services) -> None:
        self.asker = asker
        self.cookies: list[Cookie] = []
        self.person = asker.who.cookie or self._new(services)
        self.persons = asker.who.persons | {self.person}

    def _new(self, services: Services) -> str:
        person, cookie = new_person(services.config.secure_cookie)
        self.cookies.append(cookie)
        return person


async def browser_of(request: AnyRequest, services: Services) -> Browser:
    """Who sent a request, with a cookie."""
    return Browser(await requester_of(request, services), services)
