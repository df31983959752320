"""The examples of the documentation work: code, the example bot, and the ten-place map."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path

import pytest

from semafor import Game, board_names, load_board
from semafor.bots import make_bot
from semafor.cli.commands import run

ROOT = Path(__file__).parents[2]
PAGES = ("index", "bots", "board-format", "environments", "positions")
EXAMPLES = [
    (page, number, code)
    for page in PAGES
    for number, code in enumerate(
        re.findall(r"```python\n(.*?)```", (ROOT / "docs" / f"{page}.md").read_text("utf-8"), re.DOTALL)
    )
]
BOT, POLAND = "thrifty_bot:ThriftyBot", ROOT / "examples" / "poland.toml"


@pytest.fixture(autouse=True)
def _in_the_project(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("PYTHONPATH", "examples")
    monkeypatch.syspath_prepend(ROOT / "examples")


@pytest.mark.parametrize(
    ("page", "code"), [(p, c) for p, _, c in EXAMPLES], ids=[f"{p}-{n}" for p, n, _ in EXAMPLES]
)
def test_example_runs(page: str, code: str) -> None:
    exec(compile(code, f"{page}.md", "exec"), {})


def test_every_page_with_examples_is_tried() -> None:
    assert {page for page, _, _ in EXAMPLES} == set(PAGES)


# ---- the bot -------------------------------------------------------------------------------------


def test_the_bot_has_at_most_20_lines() -> None:
    tree = ast.parse((ROOT / "examples" / "thrifty_bot.py").read_text(encoding="utf-8"))
    bot = next(node for node in tree.body if isinstance(node, ast.ClassDef))
    for node in ast.walk(bot):
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            node.body = node.body[1:] if ast.get_docstring(node) else node.body
    assert len(ast.unparse(bot).splitlines()) <= 20


@pytest.mark.parametrize("board", board_names())
def test_the_bot_plays_every_board(board: str) -> None:
    game = Game.new(board, players=4, seed=2)
    bots = [make_bot(BOT, game.board, seat) for seat in range(4)]
    while not game.over:
        seat = game.pending[0]
        game.play(bots[seat].choose(game.view(seat), game.moves(seat)), seat)
    assert len(game.result().winners) >= 1


def test_the_bot_is_simulated(capsys: pytest.CaptureFixture[str]) -> None:
    command = "simulate berlin --players 2 --games 12 --cores 1 --json --bots"
    assert run([*command.split(), f"{BOT},random"]) == 0
    assert json.loads(capsys.readouterr().out)["games"] == 12


def test_the_bot_enters_a_tournament(capsys: pytest.CaptureFixture[str]) -> None:
    command = f"tournament --board berlin --players 2 {BOT} random --games 8 --cores 1 --json"
    assert run(command.split()) == 0
    assert BOT in capsys.readouterr().out


# ---- the map -------------------------------------------------------------------------------------


def test_the_map_has_ten_places_and_no_faults(capsys: pytest.CaptureFixture[str]) -> None:
    assert len(load_board(POLAND).places) == 10
    assert run(["check-board", str(POLAND)]) == 0
    assert "no errors" in capsys.readouterr().out


def test_the_map_is_drawn_with_every_name(tmp_path: Path) -> None:
    picture = tmp_path / "poland.svg"
    assert run(["draw", str(POLAND), "--output", str(picture)]) == 0
    text = picture.read_text(encoding="utf-8")
    assert all(place.name.en in text for place in load_board(POLAND).places)


def test_the_map_is_simulated(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["simulate", str(POLAND), "--players", "3", "--games", "500", "--cores", "1", "--json"]) == 0
    played = json.loads(capsys.readouterr().out)
    assert played["games"] == 500


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_map_is_played_to_the_end(players: int) -> None:
    game = Game.new(POLAND, players=players, seed=players)
    bots = [make_bot("planner", game.board, seat) for seat in range(players)]
    while not game.over:
        seat = game.pending[0]
        game.play(bots[seat].choose(game.view(seat), game.moves(seat)), seat)
    assert len(game.view().routes) >= 8
