"""Secrets of the server: generated once, stored in the database, the same in all processes."""

from contextlib import suppress

from sqlalchemy import insert, select

from semafor.server.storage.database_schema import club_secrets
from semafor.server.storage.store import Store
from semafor.server.storage.writer import Taken


class ServerSecrets:
    """Reads secrets from the database and caches them."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[str, str] = {}

    async def get(self, name: str, fresh: str) -> str:
        """Return the secret of this name; `fresh` is stored if there is none yet."""
        if name not in self._known:
            found = await self._read(name)
            if found is None:
                found = await self._keep(name, fresh)
            self._known[name] = found
        return self._known[name]

    async def _keep(self, name: str, fresh: str) -> str:
        with suppress(Taken):  # another process was faster, so its secret is used
            await self._store.write(insert(club_secrets).values(name=name, value=fresh))
        found = await self._read(name)
        assert found is not None
        return found

    async def _read(self, name: str) -> str | None:
        rows = await self._store.read(select(club_secrets.c.value).where(club_secrets.c.name == name))
        return str(rows[0].value) if rows else None
