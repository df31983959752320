"""`semafor review`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.command_line import CommandLine
from tests.cli.played_games import random_game


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("review") / "game.json"
    path.write_text(random_game("berlin", 2).record().to_json(), encoding="utf-8")
    return path


def test_a_story_is_told_stored_and_read_again(semafor: CommandLine, file: Path, tmp_path: Path) -> None:
    first = semafor("review", str(file), "--report", str(tmp_path))
    assert first.code == 0
    assert "accuracy" in first.out
    stored = file.with_name("game.review.json")
    before = stored.stat().st_mtime_ns
    page = (tmp_path / "index.html").read_text(encoding="utf-8")
    assert page.count("<polyline") == page.count("●") == 2, "a line a side, and whose it is"
    assert "<ol>" not in page, "steps have numbers of their own"
    again = semafor("review", str(file), "--json")
    assert stored.stat().st_mtime_ns == before
    assert json.loads(again.out)["whole"] is True
    polish = semafor("review", str(file), "--lang", "pl")
    assert "trafność" in polish.out
    said = [
        [word for word in told.out.split() if word[:1] in "-−" and word[1:].isdigit()]
        for told in (first, polish)
    ]
    assert said[0] == said[1] != []
    assert all(word.startswith("−") and word != "−0" for word in said[0])
    for seat in json.loads(again.out)["seats"]:
        assert f"{seat['accuracy']:.1f}" in first.out
        assert f"{seat['accuracy']:.1f}".replace(".", ",") in polish.out


def test_the_curve_alone_is_not_stored(semafor: CommandLine, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(random_game("berlin", 2).record().to_json(), encoding="utf-8")
    assert semafor("review", str(path), "--curve").code == 0
    assert list(tmp_path.iterdir()) == [path]


def test_a_game_that_goes_on_is_refused(semafor: CommandLine, tmp_path: Path) -> None:
    record = random_game("berlin", 2).record()
    path = tmp_path / "game.json"
    path.write_text(record.with_moves(list(record.moves[:9])).to_json(), encoding="utf-8")
    done = semafor("review", str(path))
    assert done.code == 2
    assert "over" in done.err
