"""Bots take turns by the owner of their table, and their random numbers cannot be computed by players."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import httpx
import pytest

from semafor.server.workers.bot_pool import BotPool, BotSeat
from tests.server.browsers import running_club
from tests.server.serving import PATIENCE, play_to_end, quick_config, running, table_of


class Asked:
    """Records which bots are asked, while they decide as usual."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.seats: dict[str, BotSeat] = {}
        """The latest request of each table."""
        self._new = asyncio.Event()
        choose = BotPool.choose

        async def note(pool: BotPool, board: Any, who: BotSeat, *others: Any) -> Any:
            self.seats[who.table] = who
            self._new.set()
            return await choose(pool, board, who, *others)

        monkeypatch.setattr(BotPool, "choose", note)

    async def tables(self, count: int) -> dict[str, BotSeat]:
        """Wait for requests of a number of tables, return them and clear the list."""
        while len(self.seats) < count:
            self._new.clear()
            await self._new.wait()
        found, self.seats = self.seats, {}
        return found


async def test_after_a_restart_tables_of_one_address_still_share_one_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = Asked(monkeypatch)
    slow = {"bot_seconds": 1e6}
    async with running(quick_config(tmp_path, **slow)) as server:
        mine = [await table_of(server, "easy", "easy", board="berlin", start=True) for _ in range(2)]
        bots = [{"kind": "bot", "level": "easy"}] * 2
        async with httpx.AsyncClient(base_url=server.address, timeout=PATIENCE) as web:
            headers = {"X-Forwarded-For": "192.0.2.9"}  # as reported by a trusted proxy
            wish = {"seats": bots, "board": "berlin", "start": True}
            other = (await web.post("/api/tables", json=wish, headers=headers)).json()["table"]["id"]
    async with running(quick_config(tmp_path, check_seconds=0.05)) as server:
        found = await asked.tables(3)
        owners = [found[table].owner for table in (*(made.table.id for made in mine), other)]
    assert owners[0] == owners[1] != owners[2]
    assert all(owners)
    assert "192.0.2.9" not in owners[2]


async def test_tables_of_a_tournament_belong_to_its_creator(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = Asked(monkeypatch)
    async with running_club(tmp_path) as club:
        ada = await club.browser()
        await ada.become("Ada")
        made = await ada.table("easy", "easy", board="berlin", start=True)
        owner = (await asked.tables(1))[made["table"]["id"]].owner
        wish = {"name": "Bots", "board": "berlin", "rounds": 1, "bots": ["easy"] * 4}
        path = f"/api/tournaments/{(await ada.post('/api/tournaments', wish))['tournament']['id']}"
        await ada.post(f"{path}/leave")
        page = await ada.post(f"{path}/begin")
        tables = {one["table"] for one in page["rounds"][0]["tables"]}
        seen: dict[str, BotSeat] = {}
        while not tables <= seen.keys():
            seen |= await asked.tables(1)
        assert {seen[table].owner for table in tables} == {owner}


async def test_tables_without_people_have_a_budget_and_tables_with_people_do_not(tmp_path: Path) -> None:
    async with running(quick_config(tmp_path, bots_only_seconds_per_minute=0.0)) as server:
        alone = await table_of(server, "easy", "easy", board="berlin", start=True, first=0)
        made = await table_of(server, "me", "easy", board="berlin", start=True)
        async with server.sit(made.table.id, server.keys) as sitting:
            await play_to_end(sitting, random.Random(1))
        # The first decision overdraws the budget, which is never filled again.
        assert (await server.table(alone.table.id)).version <= alone.table.version + 1


async def test_a_bots_random_numbers_depend_on_a_secret_of_its_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = Asked(monkeypatch)
    async with running(quick_config(tmp_path)) as server:
        made = await table_of(server, "easy", "easy", board="berlin", start=True)
        who = (await asked.tables(1))[made.table.id]
        assert len(who.secret) >= 32
        assert made.invite != who.secret
        assert who.seed != who._replace(secret="").seed
