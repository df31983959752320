"""A tournament from the announcement to the prizes: tables made and seated by the server."""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path
from typing import Any

from browsers import Browser, Club, running_club
from serving import play_to_end, run
from websockets.asyncio.client import connect

from semafor.server.client import Place
from semafor.server.socket_messages import Hello

BOTS = ["easy"] * 4 + ["medium"] * 4


async def play_my_table(club: Club, browser: Browser, table: str) -> None:
    """Sit where the server has put me, by the cookie alone, and play to the end."""
    address = club.server.address.replace("http", "ws") + f"/api/tables/{table}/live"
    async with connect(
        address, additional_headers={"Cookie": f"semafor={browser.cookie}"}, max_size=None
    ) as socket:
        place = Place(socket)
        await place.send(Hello())
        await play_to_end(place, random.Random(1))
        assert place.seats


async def play_round(club: Club, people: dict[int, Browser], page: Any) -> None:
    """Everyone plays their table of the newest round; two people at one table play together."""
    tables = [table for table in page["rounds"][-1]["tables"] if not table["over"]]
    sat = [(table["table"], seat["entrant"]) for table in tables for seat in table["seats"]]
    mine = [play_my_table(club, people[number], table) for table, number in sat if number in people]
    await asyncio.gather(*mine)


async def until(browser: Browser, path: str, rounds: int) -> Any:
    """The page once so many rounds have begun, or it is over."""
    while True:
        page = await browser.get(path)
        ready = all(table["ready"] for one in page["rounds"] for table in one["tables"])
        if ready and (len(page["rounds"]) >= rounds or page["tournament"]["status"] == "over"):
            return page
        await asyncio.sleep(0.2)


def test_eight_bots_and_two_people_from_start_to_prizes(tmp_path: Path) -> None:
    async def main() -> None:
        async with running_club(tmp_path) as club:
            ada, bob, guest = await club.browser(), await club.browser(), await club.browser()
            wish = {"name": "Autumn cup", "board": "berlin", "rounds": 2, "bots": BOTS, "rate": True}
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
            assert [one["name"] for one in (await bob.get("/api/tournaments"))["tournaments"]] == [
                "Autumn cup"
            ]
            assert (await ada.get("/api/club"))["rows"]

    run(main())


def _entrants(table: Any) -> list[int]:
    return [seat["entrant"] for seat in table["seats"]]


def test_a_server_that_dies_between_rounds_goes_on(tmp_path: Path) -> None:
    """The tables of a round are made again where they are missing, and made once."""

    async def main() -> None:
        wish = {"name": "Bots", "board": "berlin", "kind": "all", "bots": ["easy", "easy"], "rate": False}
        async with running_club(tmp_path, check_seconds=60.0) as club:
            ada = await club.browser()
            phrase = await ada.become("Ada")
            made = await ada.post("/api/tournaments", wish)
            path = f"/api/tournaments/{made['tournament']['id']}"
            await ada.post(f"{path}/leave")
            page = await ada.post(f"{path}/begin")
            table = page["rounds"][0]["tables"][0]["table"]
        async with running_club(tmp_path) as club:
            other = await club.browser()
            await other.post("/api/me/join", {"phrase": phrase})
            page = await until(other, path, 2)
            assert page["tournament"]["status"] == "over"
            assert [one["table"] for one in page["rounds"][0]["tables"]] == [table]
            assert json.dumps(page["standings"]).count('"played": 1') == 2

    run(main())
