"""Tables with a board file of their own and other options: played, restarted, replayed, verified."""

from __future__ import annotations

import random
from pathlib import Path

import httpx
import msgspec
import pytest

from semafor import Game
from semafor.boards import Board, load_board
from semafor.boards.write import format_board
from semafor.cli.commands import run as run_command
from semafor.errors import SemaforError
from semafor.server.messages import BoardCard, Replay
from tests.server.serving import play_to_end, quick_config, running, table_of

OPTIONS = {"longest_bonus": 13, "hand": 3, "pieces": {"tram": 5, "subway": 3}}
"""A short game."""


def own_board() -> Board:
    """Berlin under another name, with one route made longer and one ticket worth more."""
    berlin = load_board("berlin")
    longer = msgspec.structs.replace(berlin.routes[0], length=berlin.routes[0].length + 1)
    dearer = msgspec.structs.replace(berlin.tickets[0], points=21)
    title = msgspec.structs.replace(berlin.title, en="Home", pl="Dom")
    routes, tickets = (longer, *berlin.routes[1:]), (dearer, *berlin.tickets[1:])
    return msgspec.structs.replace(berlin, board="home", title=title, routes=routes, tickets=tickets)


@pytest.mark.parametrize("own", [True, False])
async def test_a_table_with_its_own_board_and_options_lives_as_long_as_any(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], own: bool
) -> None:
    config = quick_config(tmp_path)
    wishes = {"board_file": format_board(own_board())} if own else {"board": "berlin"}
    name, points = ("home", 21) if own else ("berlin", load_board("berlin").tickets[0].points)
    file = tmp_path / "record.json"
    hashes: list[str] = []
    async with running(config) as server:
        made = await table_of(server, "me", "easy", start=True, options=OPTIONS, **wishes)
        assert (made.table.own_board, made.table.board) == (True, name)
        async with server.sit(made.table.id, server.keys) as place:
            await play_to_end(place, random.Random(1), version=8)
        keys, table = server.keys, made.table.id
    async with running(config) as server:
        server.keys = keys
        async with server.sit(table, keys) as place:
            await play_to_end(place, random.Random(2))
            assert place.ending is not None
        record = await server.record(table)
        game = Game.replay(record)
        assert game.result() == place.ending.result
        assert game.board.options.longest_bonus == OPTIONS["longest_bonus"]
        assert (game.board.board, game.board.tickets[0].points) == (name, points)
        replay = await server.ask(f"/api/tables/{table}/replay?viewer=all&count=2", Replay)
        assert (replay.steps, replay.result) == (len(record.moves), place.ending.result)
        async with httpx.AsyncClient(base_url=server.address) as web:
            file.write_bytes((await web.get(f"/api/tables/{table}/record")).content)
        again = await server.rematch(table)
        assert (again.table.own_board, again.table.board) == (True, name)
        hashes.append(made.table.seed_hash or "")
    assert run_command(["verify", str(file), "--seed-hash", hashes[0]]) == 0
    assert run_command(["verify", str(file), "--seed-hash", "0" * 64]) == 1
    assert capsys.readouterr().out


BROKEN = """
board = "broken"
title = { en = "Broken", pl = "" }
rules = ["NONE"]
wings = 2
"""


async def test_all_faults_of_a_board_file_are_listed(tmp_path: Path) -> None:
    """Every request that takes a board refuses it with the same code."""
    board = format_board(own_board())
    several = board.replace("points = 21", "points = -21").replace("length = ", "length = 9", 3)
    async with running(quick_config(tmp_path)) as server:
        for text in (BROKEN, several, "no = toml = at all", ""):
            told = []
            for path, body in (
                ("/api/tables", {"seats": [{"kind": "me"}, {"kind": "bot"}], "board_file": text}),
                ("/api/boards", {"board_file": text}),
                ("/api/drawings", {"board_file": text}),
            ):
                with pytest.raises(SemaforError) as caught:
                    await server.ask(path, dict, body)
                assert caught.value.code == "bad-board"
                told.append(caught.value.sentence)
            assert len(set(told)) == 1
            faults = told[0].splitlines()
            assert len(faults) >= (3 if text in (BROKEN, several) else 1)
        assert (await server.ask("/api/boards", BoardCard, {"board_file": board})).board == "home"
