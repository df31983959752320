"""`semafor copy-bot`: from recorded games to a file of weights."""

from __future__ import annotations

from pathlib import Path

from semafor import load_board
from semafor.bots.learned.weights import load_weights
from tests.cli.command_line import CommandLine


def test_a_bot_is_copied_from_recorded_games(semafor: CommandLine, tmp_path: Path) -> None:
    records, out = tmp_path / "games.jsonl", tmp_path / "greedy.npz"
    done = semafor(
        *("tournament", "--board", "berlin", "--players", "2", "greedy", "random"),
        *("--games", "24", "--records", str(records)),
    )
    assert done.code == 0, done.err
    done = semafor("copy-bot", "greedy", str(records), "--out", str(out), "--epochs", "2", "--width", "32")
    assert done.code == 0, done.err
    assert "agrees with greedy in" in done.out
    card = load_weights(out, load_board("berlin")).card
    assert card.players == [2]
    done = semafor(
        *("copy-bot", "greedy", str(records), "--corrects", "random", "--from", str(out)),
        *("--out", str(tmp_path / "better.npz"), "--epochs", "1"),
    )
    assert done.code == 0, done.err
    better = load_weights(tmp_path / "better.npz", load_board("berlin")).card
    assert better.decisions > card.decisions, "what greedy would have done in the place of random, too"
    done = semafor("copy-bot", "planner", str(records), "--out", str(out))
    assert done.code == 2
    assert "planner made no choices" in done.err


def test_a_place_that_cannot_be_written_is_refused_before_anything_is_learnt(
    semafor: CommandLine, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    done = semafor("copy-bot", "greedy", str(tmp_path / "none"), "--out", str(tmp_path / "file" / "x.npz"))
    assert done.code == 2
    assert "x.npz" in done.err


def test_a_file_that_holds_no_games_is_named(semafor: CommandLine, tmp_path: Path) -> None:
    for name, text in (("none", None), ("letters", "hello\n")):
        if text:
            (tmp_path / name).write_text(text)
        done = semafor("copy-bot", "greedy", str(tmp_path / name), "--out", str(tmp_path / "out.npz"))
        assert done.code == 2
        assert name in done.err
