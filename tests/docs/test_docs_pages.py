"""Pages of the site: the same headings for every game, and facts that agree with real games."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from semafor import Board, board_names, load_board
from semafor.cli.commands import make_app
from semafor.engine.actions import ACTIONS, Range
from semafor.games.lookup import kind_of
from semafor.gym import Batch
from semafor.picture.tokens import ThemeName
from semafor.rulebook import FAMILIES, all_rules

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tools"))

from semafor_docs.board_fields import board_fields, board_limits  # noqa: E402  # the path comes first
from semafor_docs.command_line import all_help  # noqa: E402
from semafor_docs.directives import PARTS  # noqa: E402
from semafor_docs.learning_curve import Check, draw_curve, read_curve  # noqa: E402
from semafor_docs.observation import seen_ranges  # noqa: E402
from semafor_docs.rule_links import page_of  # noqa: E402
from semafor_docs.rule_texts import rule_texts, rulings  # noqa: E402

PAGES = ROOT / "docs"
HEADINGS = [
    "Players",
    "Pieces",
    "Set-up",
    "Turn",
    "Mechanics",
    "End",
    "Scoring",
    "Rulings",
    "Action space",
    "Observation",
    "Speed",
    "Where the data come from",
]
Bools = NDArray[np.bool_]

GAMES, STEPS = 64, 600
ONLY_WHEN_STUCK = {"PASS"}

of_every_board = pytest.mark.parametrize("board", board_names())


@of_every_board
def test_game_page_has_the_fixed_headings(board: str) -> None:
    text = (PAGES / "games" / f"{board}.md").read_text(encoding="utf-8")
    assert re.findall(r"^## (.*)$", text, re.MULTILINE) == HEADINGS
    assert f"```{{board-picture}} {board}" in text
    assert set(re.findall(r"^```\{game\} (\w+)", text, re.MULTILINE)) == {board}


@of_every_board
@pytest.mark.parametrize("part", PARTS)
def test_every_part_can_be_written_for_every_board(board: str, part: str) -> None:
    lines = PARTS[part](load_board(board)).splitlines()
    tables = [line for line in lines if line.startswith("|")]
    assert not tables or len({line.count("|") for line in tables}) == 1
    assert not any("None" in line for line in lines)


def inside(ranges: Iterable[Range], size: int) -> Bools:
    marked = np.zeros(size, np.bool_)
    for given in ranges:
        marked[given.first : given.first + given.size] = True
    return marked


def silent(ranges: Iterable[Range], occurred: Bools) -> set[str]:
    return {r.name for r in ranges if not occurred[r.first : r.first + r.size].any()}


def occurring(board: Board, players: int) -> tuple[Bools, Bools]:
    """Return the actions that were legal and the slots that were nonzero in random games."""
    games = Batch(board, games=GAMES, players=players, seed=1, threads=1)
    acted = np.zeros(ACTIONS, np.bool_)
    seen = np.zeros(games.observations.shape[1], np.bool_)
    for _ in range(STEPS):
        acted |= games.masks.any(axis=0)
        seen |= games.observations.any(axis=0) | games.observe(0).any(axis=0)
        games.step(games.random_actions())
    return acted, seen


@of_every_board
def test_listed_actions_and_slots_are_those_that_occur(board: str) -> None:
    layout = load_board(board)
    few, many = (occurring(layout, choose(layout.options.players)) for choose in (min, max))
    acted, seen = few[0] | many[0], few[1] | many[1]
    assert not (acted & ~inside(kind_of(layout).action_ranges(), ACTIONS)).any()
    assert not (seen & ~inside(seen_ranges(layout), len(seen))).any()
    assert silent(kind_of(layout).action_ranges(), acted) <= ONLY_WHEN_STUCK
    assert not silent(seen_ranges(layout), seen)


@of_every_board
def test_every_ruling_of_a_game_stands_on_its_page(board: str) -> None:
    text = rulings(load_board(board))
    for family in load_board(board).rules:
        for rule in all_rules("en", family):
            assert ("Ruling. " in rule.text) == (f"**{rule.title}** ({rule.id}):" in text)


def test_a_quoted_rule_has_title_and_text_but_not_its_ruling() -> None:
    text = rule_texts(["EUR-10"])
    assert text.startswith("**Using a station** (EUR-10). When tickets are counted")
    assert "Ruling" not in text


@pytest.mark.parametrize("language", ["en", "pl"])
@pytest.mark.parametrize("family", FAMILIES)
def test_rule_ids_lead_to_pages_that_exist(family: str, language: str) -> None:
    page = PAGES / f"{page_of(f'{family}-1', language)}.md"
    assert f"\n## {family}-1 " in page.read_text(encoding="utf-8")


def test_the_reference_has_every_command() -> None:
    listed = [help_.command for help_ in all_help()]
    commands = [name for name in make_app().resolved_commands() if not name.startswith("-")]
    assert [f"semafor {name}" for name in commands] == [name for name in listed if name.count(" ") == 1]
    assert all("```console" in help_.text for help_ in all_help())


def test_board_fields_say_type_default_and_meaning() -> None:
    assert "| `ferry` | `int` | `0` | The number of spaces with the wild symbol. |" in board_fields()
    assert "| routes | 128 |  |" in board_limits()


@pytest.mark.parametrize("theme", ["paper", "night"])
def test_a_learning_curve_is_drawn_from_what_training_wrote(tmp_path: Path, theme: ThemeName) -> None:
    written = tmp_path / "berlin.csv"
    written.write_text("decisions,minutes,processor minutes,won\n1000,0.5,0.4,0.25\n2000,1.0,0.8,0.75\n")
    assert read_curve(written) == [Check(0.5, 0.25), Check(1.0, 0.75)]
    address = draw_curve(written, theme, tmp_path)
    assert (tmp_path / address[1:]).read_text(encoding="utf-8").startswith("<?xml")


def test_every_picture_is_shown_by_a_page() -> None:
    pages = [ROOT / "README.md", *PAGES.rglob("*.md")]
    text = "\n".join(page.read_text(encoding="utf-8") for page in pages if "_build" not in page.parts)
    pictures = [*(PAGES / "screenshots").iterdir(), *(PAGES / "images").glob("*.svg")]
    assert not [picture.name for picture in pictures if f"{picture.parent.name}/{picture.name}" not in text]


@pytest.mark.parametrize("record", sorted((PAGES / "decisions").glob("*.md")), ids=lambda record: record.stem)
def test_a_decision_record_has_context_decision_and_consequences(record: Path) -> None:
    headings = re.findall(r"^#+ (.*)$", record.read_text(encoding="utf-8"), re.MULTILINE)
    assert headings[1:] == ["Context", "Decision", "Consequences"]
