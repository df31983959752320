"""Players who do not give up: whatever happens to the server, they connect again and go on."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from contextlib import suppress
from pathlib import Path

from websockets.exceptions import WebSocketException

from semafor.errors import SemaforError
from semafor.server.client import RemoteServer, TableSocket, new_decision
from semafor.server.socket_messages import State
from tests.server.serving import lively


class Stubborn:
    """A player of some seats that records every acknowledged decision."""

    def __init__(
        self, addresses: list[str], table: str, keys: list[str], seed: int, undoes: float = 0.0
    ) -> None:
        self.addresses = addresses
        self.table = table
        self.acknowledged: dict[str, int] = {}
        """Ids of decisions with the versions they made."""
        self.over = False
        self.refusals: list[str] = []
        self.keys = keys
        self.undoes = undoes
        """Probability of an undo when it is possible."""
        self.undone = 0
        self._dice = random.Random(seed)
        self._unanswered: tuple[int, str, str] | None = None

    async def play(self) -> None:
        """Play until the game is over."""
        turn = 0
        while not self.over:
            address = self.addresses[turn % len(self.addresses)]
            turn += 1
            with suppress(OSError, WebSocketException, TimeoutError, EOFError):
                async with RemoteServer(address, timeout=60).sit(self.table, self.keys) as place:
                    await self._play_here(place)
            await asyncio.sleep(0.02)

    async def _play_here(self, place: TableSocket) -> None:
        await place.receive_until(State, timeout=60)
        if self._unanswered:
            await self._decide(place, *self._unanswered)
        while place.ending is None:
            ready = [seat for seat in place.seats if place.moves(seat)]
            if ready:
                seat = self._dice.choice(ready)
                await self._decide(place, seat, lively(place, seat, self._dice), new_decision())
                if place.sights[seat].undo and self._dice.random() < self.undoes:
                    await self._undo(place, seat, new_decision())
            else:
                await place.receive(timeout=60)
        self.over = True

    async def _decide(self, place: TableSocket, seat: int, move: str, decision: str) -> None:
        """Send a decision; if no answer comes, the same one is sent again on the next connection."""
        self._unanswered = (seat, move, decision)
        try:
            version = await place.decide(seat, move, decision)
        except SemaforError as error:
            self.refusals.append(error.code)
            await asyncio.sleep(0.05)
            if error.code in ("not-stored", "no-database"):
                return
        else:
            self.acknowledged[f"{seat}:{decision}"] = version
        self._unanswered = None

    async def _undo(self, place: TableSocket, seat: int, step: str) -> None:
        """Undo a step unless another player has just acted."""
        with suppress(SemaforError):
            self.acknowledged[f"{seat}:{step}"] = await place.undo(seat, step)
            self.undone += 1


def check_journal(file: Path, players: list[Stubborn]) -> None:
    """Check that every acknowledged decision is stored once, with the acknowledged version."""
    database = sqlite3.connect(file)
    try:
        for player in players:
            rows = database.execute(
                "select decision, number from journal where table_id = ? and decision is not null",
                (player.table,),
            ).fetchall()
            stored = dict(rows)
            assert len(stored) == len(rows)
            for decision, version in player.acknowledged.items():
                assert stored[decision] == version
        gaps = database.execute(
            "select table_id from journal group by table_id having max(number) != count(*)"
        ).fetchall()
        assert gaps == []
    finally:
        database.close()
