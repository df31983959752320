"""Shared boards in the database."""

import msgspec
from sqlalchemy import delete, func, insert, select, update

from semafor.errors import SemaforError
from semafor.server.server_errors import Taken
from semafor.server.storage.database_schema import shelf
from semafor.server.storage.store import Store
from semafor.server.workshop_messages import ShelfCard

LISTED = 60
MOST = 500
"""Shared boards in all, so that a stranger cannot fill the disk."""
MOST_OF_ONE = 20
"""Shared boards of one maker."""


class NewBoard(msgspec.Struct, frozen=True):
    """A board to be shared."""

    card: ShelfCard
    maker: str
    key: str
    fingerprint: str
    file: str


class SharedBoards:
    """Stores shared boards and counts their games."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def put(self, new: NewBoard) -> None:
        """Share a board; refused if there is no room or the same board is shared already."""
        await self._check_room(new.maker)
        row = {
            "id": new.card.id,
            "shared": new.card.shared,
            "maker": new.maker,
            "key": new.key,
            "fingerprint": new.fingerprint,
            "file": new.file,
            "card": msgspec.json.encode(new.card).decode(),
            "plays": 0,
        }
        try:
            await self._store.write(insert(shelf).values(row))
        except Taken:
            raise SemaforError("shared-already") from None

    async def _check_room(self, maker: str) -> None:
        own = func.count().filter(shelf.c.maker == maker)
        counts = select(func.count().label("boards"), own.label("own")).select_from(shelf)
        [row] = await self._store.read(counts)
        if row.boards >= MOST or row.own >= MOST_OF_ONE:
            raise SemaforError("shelf-full")

    async def cards(self) -> list[ShelfCard]:
        """The most played boards, newest first among equals."""
        columns = select(shelf.c.card, shelf.c.plays)
        rows = await self._store.read(
            columns.order_by(shelf.c.plays.desc(), shelf.c.shared.desc()).limit(LISTED)
        )
        return [_card(row.card, row.plays) for row in rows]

    async def file(self, board_id: str) -> str:
        """The file of a board; refused if there is none."""
        rows = await self._store.read(select(shelf.c.file).where(shelf.c.id == board_id))
        if not rows:
            raise SemaforError("not-found")
        return str(rows[0].file)

    async def count_game(self, fingerprint: str) -> None:
        """Count a game on a board, if it is shared."""
        where = shelf.c.fingerprint == fingerprint
        await self._store.write(update(shelf).where(where).values(plays=shelf.c.plays + 1))

    async def take_back(self, board_id: str, key: str) -> None:
        """Stop sharing a board; refused unless the hash of its key is right."""
        gone = delete(shelf).where((shelf.c.id == board_id) & (shelf.c.key == key))
        if not await self._store.change_row(gone):
            raise SemaforError("not-yours", case="board")


def _card(card: str, plays: int) -> ShelfCard:
    return msgspec.structs.replace(msgspec.json.decode(card, type=ShelfCard), plays=plays)
