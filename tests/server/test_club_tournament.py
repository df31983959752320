"""A tournament from the announcement to the prizes: tables made and seated by the server."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert

from semafor.server.app import create_app
from semafor.server.club import pairing
from semafor.server.storage.database_schema import tournaments
from tests.server.browsers import Browser, Club, play_by_cookie, running_club
from tests.server.serving import quick_config, running_app

BOTS = ["easy"] * 4 + ["medium"] * 4


async def play_round(club: Club, people: dict[int, Browser], page: Any) -> None:
    """Let everyone play their table of the newest round."""
    tables = [table for table in page["rounds"][-1]["tables"] if not table["over"]]
    sat = [(table["table"], seat["entrant"]) for table in tables for seat in table["seats"]]
    mine = [
        play_by_cookie(club.server.address, people[number].cookie, table)
        for table, number in sat
        if number in people
    ]
    await asyncio.gather(*mine)


async def until(browser: Browser, path: str, rounds: int) -> Any:
    """Return the page once a number of rounds have started or the tournament is over."""
    while True:
        page = await browser.get(path)
        ready = all(table["ready"] for one in page["rounds"] for table in one["tables"])
        if ready and (len(page["rounds"]) >= rounds or page["tournament"]["status"] == "over"):
            return page
        await asyncio.sleep(0.2)


async def test_eight_bots_and_two_people_from_start_to_prizes(tmp_path: Path) -> None:
    async with running_club(tmp_path) as club:
        ada, bob, guest = await club.browser(), await club.browser(), await club.browser()
        wish = {"name": "Autumn cup", "board": "berlin", "rounds": 2, "bots": BOTS, "rate": True}
        wish["time"] = {"kind": "move", "seconds": 86_400}
        assert await ada.refused("/api/tournaments", wish) == "no-name-yet"
        await ada.become("Ada")
        await bob.become("Bob")
        made = await ada.post("/api/tournaments", wish)
        path = f"/api/tournaments/{made['tournament']['id']}"
        assert await guest.refused(f"{path}/enter") == "no-name-yet"
        assert await bob.refused(f"{path}/begin") == "not-host"
        entered = await bob.post(f"{path}/enter")
        assert len((await bob.post(f"{path}/enter"))["entrants"]) == len(entered["entrants"]) == 10
        people = {made["me"]: ada, entered["me"]: bob}
        page = await ada.post(f"{path}/begin")
        assert await bob.refused(f"{path}/leave") == "already-started"
        assert [len(one["tables"]) for one in page["rounds"]] == [5]
        assert len(await bob.tables()) == 1
        await play_round(club, people, page)
        page = await until(guest, path, 2)
        await play_round(club, people, page)
        page = await until(guest, path, 3)
        assert (page["tournament"]["status"], page["last_round"], page["me"]) == ("over", 2, None)
        points = [line["points"] for line in page["standings"]]
        assert points == sorted(points, reverse=True)
        assert sum(points) == 10.0
        assert all(line["played"] == 2 for line in page["standings"])
        met = [frozenset(_entrants(table)) for one in page["rounds"] for table in one["tables"]]
        assert len(met) == len(set(met)) == 10
        assert [one["name"] for one in (await bob.get("/api/tournaments"))["tournaments"]] == ["Autumn cup"]
        assert (await ada.get("/api/club"))["rows"]


def _entrants(table: Any) -> list[int]:
    return [seat["entrant"] for seat in table["seats"]]


async def test_a_server_that_dies_between_rounds_goes_on(tmp_path: Path) -> None:
    """Missing tables of a round are created once; a withdrawn player is replaced by a bot."""
    wish = {"name": "Bots", "board": "berlin", "kind": "all", "bots": ["easy"] * 3, "rate": False}
    async with running_club(tmp_path, check_seconds=60.0) as club:
        ada = await club.browser()
        phrase = await ada.become("Ada")
        made = await ada.post("/api/tournaments", wish)
        path = f"/api/tournaments/{made['tournament']['id']}"
        await ada.post(f"{path}/leave")
        page = await ada.post(f"{path}/begin")
        tables = [one["table"] for one in page["rounds"][0]["tables"]]
        assert await ada.refused(f"{path}/bots", {"bots": ["easy"] * 4}) == "already-started"
        await ada.post(f"{path}/withdraw", {"entrant": 3})
    async with running_club(tmp_path) as club:
        other = await club.browser()
        await other.post("/api/me/join", {"phrase": phrase})
        page = await until(other, path, 4)
        assert page["tournament"]["status"] == "over"
        assert [one["table"] for one in page["rounds"][0]["tables"]] == tables
        assert {line["entrant"]: line["played"] for line in page["standings"]} == {1: 3, 2: 3, 3: 1}


async def test_the_host_withdraws_people_and_changes_bots_before_a_round(tmp_path: Path) -> None:
    async with running_club(tmp_path) as club:
        ada, bob = await club.browser(), await club.browser()
        await ada.become("Ada")
        await bob.become("Bob")
        made = await ada.post("/api/tournaments", {"name": "Cup", "board": "berlin", "rounds": 2})
        path = f"/api/tournaments/{made['tournament']['id']}"
        number = (await bob.post(f"{path}/enter"))["me"]
        assert await bob.refused(f"{path}/withdraw", {"entrant": number}) == "not-host"
        assert await bob.refused(f"{path}/bots", {"bots": []}) == "not-host"
        page = await ada.post(f"{path}/withdraw", {"entrant": number})
        assert [one["name"] for one in page["entrants"]] == ["Ada"]
        assert await ada.refused(f"{path}/withdraw", {"entrant": number}) == "no-such-entrant"
        await ada.post(f"{path}/bots", {"bots": ["medium", "easy", "easy"]})
        page = await ada.post(f"{path}/bots", {"bots": ["easy"]})
        assert [one["level"] for one in page["entrants"]] == [None, "easy"]
        page = await ada.post(f"{path}/begin")
        await ada.post(f"{path}/withdraw", {"entrant": made["me"]})
        await ada.post(f"{path}/bots", {"bots": ["medium", "medium"]})
        await play_round(club, {made["me"]: ada}, page)
        page = await until(ada, path, 3)
        assert page["tournament"]["status"] == "over"
        known = {one["number"]: (one["level"], one["withdrawn"]) for one in page["entrants"]}
        assert known == {1: (None, True), 2: ("medium", False), 3: ("medium", False)}
        assert [sorted(_entrants(table)) for table in page["rounds"][1]["tables"]] == [[2, 3]]
        assert await ada.refused(f"{path}/withdraw", {"entrant": 2}) == "tournament-over"


async def test_a_tournament_that_cannot_go_on_keeps_no_other_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    led: list[str] = []

    async def fail(tournament: str) -> None:
        led.append(tournament)
        raise RuntimeError("broken")

    app = create_app(quick_config(tmp_path))
    async with running_app(app):
        services = app.state.services
        await services.tournaments.task.stop()
        row = {"name": "T", "host": "", "owner": "", "created": 1.0, "status": "playing", "round": 1}
        await services.store.write(
            insert(tournaments).values([{"id": one, "setup": "{}", **row} for one in "ab"])
        )
        monkeypatch.setattr(services.tournaments, "_lead", fail)
        await services.tournaments.make_round()
    assert sorted(led) == ["a", "b"]


async def test_nobody_else_waits_while_it_is_found_who_meets_whom(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    where: set[threading.Thread] = set()

    def find(*_: int) -> int:
        where.add(threading.current_thread())
        return 7

    monkeypatch.setattr(pairing, "all_rounds", find)
    async with running_club(tmp_path) as club:
        ada = await club.browser()
        await ada.become("Ada")
        made = await ada.post("/api/tournaments", {"name": "T", "board": "berlin", "kind": "all"})
        page = await ada.get(f"/api/tournaments/{made['tournament']['id']}")
        assert page["last_round"] == 7
    assert where
    assert threading.main_thread() not in where
