"""Files of tuned knobs: who finds them, and what they must be."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import msgspec
import pytest

from semafor import BadSetup, load_board
from semafor.boards.model import Board
from semafor.bots.search.card_worth import KNOBS as CARD_KNOBS
from semafor.bots.search.card_worth import CardKnob, card_knobs
from semafor.bots.search.chart import (
    FOLDERS,
    KNOBS,
    SHIPPED,
    Knob,
    Tuned,
    TunedBoard,
    chart_of,
    map_of,
    read_tuned,
    tuned_file,
    tuned_for,
    tuned_knobs,
    write_tuned,
)
from semafor.cli.arguments import KNOBS_FOLDERS, board_of
from semafor.games.lookup import kind_of
from semafor.gym.opponents import thinking_space

POLAND = Path(__file__).parents[2] / "examples" / "poland.toml"


@pytest.fixture(autouse=True)
def _nobody_remembers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(FOLDERS, raising=False)
    for kept in (tuned_for, chart_of, card_knobs):
        kept.cache_clear()


def put_knobs(folder: Path, board: Board, **knobs: float) -> Path:
    """A file with knobs for two players."""
    path = tuned_file(folder, board)
    write_tuned(path, TunedBoard(board=board.board, map=map_of(board), players={"2": Tuned(knobs=knobs)}))
    return path


def test_a_file_beside_a_board_is_found_by_bots_and_batches(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    shutil.copy(POLAND, file)
    board = load_board(file)
    put_knobs(tmp_path, board, PACE=2.5, LINE=0.75)
    assert chart_of(board, 2)[0].knob[Knob.PACE] == pytest.approx(KNOBS[Knob.PACE])
    chart_of.cache_clear()
    tuned_for.cache_clear()
    assert board_of(str(file)) == board
    assert os.environ[KNOBS_FOLDERS] == str(tmp_path)
    assert chart_of(board, 2)[0].knob[Knob.PACE] == pytest.approx(2.5)
    assert chart_of(board, 3)[0].knob[Knob.PACE] == pytest.approx(KNOBS[Knob.PACE])
    works = [thinking_space(kind_of(board), 1, None, players)[0] for players in (2, 3)]
    assert [work["chart"]["knob"][0, Knob.LINE] for work in works] == [0.75, 0.0]


def test_a_board_that_has_changed_has_no_tuned_knobs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    board = load_board(POLAND)
    monkeypatch.setenv(FOLDERS, str(tmp_path))
    put_knobs(tmp_path, board, PACE=2.5)
    changed = msgspec.structs.replace(board, tickets=board.tickets[1:])
    assert tuned_knobs(changed, 2, Knob) == {}
    assert tuned_knobs(board, 2, Knob) == {Knob.PACE: 2.5}


def test_the_card_game_has_knobs_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    board = load_board("cardgame")
    monkeypatch.setenv(FOLDERS, str(tmp_path))
    put_knobs(tmp_path, board, RISK=0.5)
    assert card_knobs(board, 2)[CardKnob.RISK] == pytest.approx(0.5)
    assert card_knobs(board, 2)[CardKnob.CARD] == pytest.approx(CARD_KNOBS[CardKnob.CARD])
    knobs = thinking_space(kind_of(board), 1, None, 2)[0]["knob"][0]
    assert knobs[CardKnob.RISK] == pytest.approx(0.5)


def test_another_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "bad.knobs.json"
    path.write_text("[]", encoding="utf-8")
    with pytest.raises(BadSetup, match="not a file of knobs"):
        read_tuned(path)


def test_what_is_shipped_was_checked() -> None:
    """Fresh deals, at least 2,000, won clearly; and against others on the same deals no less than before."""
    for path in SHIPPED.glob("*.json"):
        tuned = read_tuned(path)
        assert tuned.map == map_of(load_board(tuned.board)), path
        for players, one in tuned.players.items():
            fresh, *others = one.checks
            assert fresh.deals >= 2000, (path, players)
            assert fresh.low > fresh.shared_wins, (path, players)
            assert {check.against for check in others} >= {"planner"}, (path, players)
