"""A bot of anybody's joins a table by its link and plays to the end, also over a line that breaks."""

from __future__ import annotations

import asyncio
import random
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from semafor.boards import load_board
from semafor.bots import make_bot
from semafor.errors import BadSetup, SemaforError
from semafor.server.client import BotEvent, BotRaised, RemoteBot, SeatTaken, choose_text, parse_invitation
from tests.server.serving import play_to_end, quick_config, running, table_of


async def test_a_guest_plays_to_the_end(tmp_path: Path) -> None:
    async with running(quick_config(tmp_path)) as server:
        made = await table_of(server, "me", "friend", board="berlin")
        told: list[BotEvent] = []
        guest = RemoteBot(
            f"{server.address}/table/{made.table.id}#invite={made.invite}", "Robot", told.append
        )
        playing = asyncio.create_task(guest.play(partial(make_bot, "greedy", seed=1)))
        while not told:
            await asyncio.sleep(0.02)
        await server.start(made.table.id)
        async with server.sit(made.table.id, server.keys) as place:
            await play_to_end(place, random.Random(1))
        winners = await playing
        assert winners == (await server.table(made.table.id)).winners != ()
        assert told == [SeatTaken("Robot", 2, load_board("berlin").title)]


async def test_of_two_guests_who_want_the_same_seat_one_takes_the_next(tmp_path: Path) -> None:
    async with running(quick_config(tmp_path)) as server:
        made = await table_of(server, "me", "friend", "friend", board="berlin")
        link = f"{server.address}/table/{made.table.id}#invite={made.invite}"
        quick, slow, choosy = (RemoteBot(link, name, print) for name in ("Quick", "Slow", "Choosy"))
        seen = await slow.server.table(made.table.id)
        assert await quick.claim(seen, None) == 1
        assert await slow.claim(seen, None) == 2
        with pytest.raises(SemaforError, match="Someone is already sitting there"):
            await choosy.claim(seen, 1)


@pytest.mark.parametrize("link", ["", "berlin", "ftp://host/table/x", "http://host/", "http://host/table/"])
def test_other_links_are_refused(link: str) -> None:
    with pytest.raises(BadSetup, match="is not a link to a table"):
        parse_invitation(link)


def test_a_link_under_a_prefix() -> None:
    found = parse_invitation("https://club.example/games/table/abc#invite=word")
    assert found == ("https://club.example/games", "abc", "word")


def test_what_a_bot_raises_is_told_as_its_own() -> None:
    bot: Any = SimpleNamespace(choose=lambda _view, _moves: int("seven"))
    sight: Any = SimpleNamespace(view=None, moves=[])
    with pytest.raises(BotRaised, match="ValueError: invalid literal"):
        choose_text(bot, sight)
