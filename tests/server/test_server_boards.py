"""Every board is played to its end on the server, by people and bots."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from semafor import Game
from semafor.boards import board_names, load_board, more_board_names, parse_board
from semafor.server.messages import Boards
from semafor.server.workshop_messages import SharedFile
from tests.server.serving import play_to_end, quick_config, running, table_of


@pytest.mark.parametrize("board", [*board_names(), "ireland"])
async def test_every_board_is_played_to_its_end(tmp_path: Path, board: str) -> None:
    players = min(load_board(board).options.players)
    bots = ["easy"] * (players - 1)
    async with running(quick_config(tmp_path)) as server:
        made = await table_of(server, "me", *bots, board=board, start=True)
        async with server.sit(made.table.id, server.keys) as place:
            await play_to_end(place, random.Random(8))
            assert place.ending is not None
        record = await server.record(made.table.id)
        assert Game.replay(record).result() == place.ending.result
        for viewer in ("all", "spectator", "0"):
            replay = await server.ask(f"/api/tables/{made.table.id}/replay?viewer={viewer}&count=3", dict)
            assert [step["step"] for step in replay["shown"]] == [0, 1, 2]
            assert len(replay["shown"][0]["views"]) == (players if viewer == "all" else 1)
            assert replay["steps"] == len(record.moves)


async def test_boards_of_the_workshop_are_listed_apart(tmp_path: Path) -> None:
    async with running(quick_config(tmp_path)) as server:
        listed = await server.ask("/api/boards", Boards)
        assert [card.board for card in listed.boards] == board_names()
        assert [card.board for card in listed.more] == more_board_names()
        file = await server.ask("/api/boards/ireland/file", SharedFile)
        assert parse_board(file.board_file, "ireland") == load_board("ireland")


async def test_a_replay_shows_each_step_as_it_was(tmp_path: Path) -> None:
    async with running(quick_config(tmp_path)) as server:
        made = await table_of(server, "me", "easy", board="berlin", start=True)
        async with server.sit(made.table.id, server.keys) as place:
            await play_to_end(place, random.Random(9))
        path = f"/api/tables/{made.table.id}/replay?viewer=0"
        whole = (await server.ask(f"{path}&count=100", dict))["shown"]
        page = (await server.ask(f"{path}&first=5&count=4", dict))["shown"]
        assert page == whole[5:9]
        last = (await server.ask(f"{path}&first={len(whole)}&count=100", dict))["shown"]
        assert all(step["step"] >= len(whole) for step in last)
        assert sum(len(step["events"]) for step in whole) > len(whole)
