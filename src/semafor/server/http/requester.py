"""The identity of a request: a person with all their devices, and keys of seats."""

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
    """The identity of a request."""

    who: Who
    keys: tuple[str, ...]

    def seats(self, table: Table) -> tuple[int, ...]:
        """The requester's seats at a table."""
        return table.seats_of(self.who.persons, self.keys)

    def seats_here(self, table: Table) -> tuple[int, ...]:
        """The same; refuse if there are none."""
        seats = self.seats(table)
        if not seats:
            raise SemaforError("not-yours", case="table")
        return seats


async def requester_of(request: AnyRequest, services: Services) -> Requester:
    """Return the identity of a request."""
    return Requester(await services.accounts.who(person_of(request)), tuple(keys_of(request)))


class Browser:
    """The browser of a request; it gets a new cookie if it has no valid one."""

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
    """Return the browser of a request."""
    return Browser(await requester_of(request, services), services)
