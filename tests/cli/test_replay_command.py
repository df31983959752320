from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from semafor import events as ev
from semafor.boards import load_board
from semafor.boards.board_names import BoardNaming
from semafor.cli.replay import Teller
from semafor.words import LANGUAGES
from tests.cli.command_line import CommandLine
from tests.cli.played_games import random_game

GAMES = [("europe", 3), ("usa", 2), ("berlin", 2), ("iberia", 3), ("asia", 4), ("cardgame", 2)]


@pytest.fixture
def record(tmp_path: Path) -> Path:
    file = tmp_path / "europe.json"
    file.write_text(random_game("europe", 3).record().to_json(), encoding="utf-8")
    return file


@pytest.mark.parametrize(("board", "players"), GAMES)
def test_every_event_is_told(board: str, players: int) -> None:
    game = random_game(board, players)
    for language in LANGUAGES:
        teller = Teller(game.board, language)
        for viewer in ("all", None, *range(players)):
            for event in game.events(0, viewer):
                assert not set("{}_") & set(teller.tell(event))


RARE = [
    (ev.MarketSwept(("wild", "wild", "red", None, "wild")), "Three locomotives face up: market replaced."),
    (ev.DeckShuffled(40), "Discard pile reshuffled (40 cards)."),
    (ev.TunnelRefused(1, "Zürich-Milano"), "Seat 1 backed out of Zürich-Milano."),
    (ev.Passed(2), "Seat 2 passed."),
    (ev.FestivalTaken(0, "Sevilla", 3), "Seat 0 took 3 Sevilla cards."),
    (ev.Robbed(0, 1, "red", 3, 1), "Train robbery! Seat 1 discarded 3 red, 1 locomotive."),
    (ev.SecondHalf(2), "The second half begins with Seat 2."),
    (ev.Dealt(1), "Seat 1 was dealt a card."),
    (ev.Drew(0), "Seat 0 drew a card from the deck."),
]


@pytest.mark.parametrize(("event", "sentence"), RARE)
def test_rare_events(event: ev.Event, sentence: str) -> None:
    assert Teller(load_board("europe")).tell(event) == sentence


def test_the_log_and_the_result(semafor: CommandLine, record: Path) -> None:
    game = random_game("europe", 3)
    done = semafor("replay", str(record))
    assert done.code == 0
    assert done.out.startswith(f"Europe, 3 players, {game.version} decisions")
    assert f"\nTurn {game.view().turns}, seat" in done.out
    for side in game.result().sides:
        assert f" {side.total} \n" in done.out
        for ticket in side.tickets:
            sign = "✓" if ticket.completed else "✗"
            ends = BoardNaming(game.board).thing("ticket", ticket.ticket, "en")
            assert f"{sign} {ends} " in done.out
    assert "Winner: seat" in done.out


def test_the_log_in_polish(semafor: CommandLine, record: Path) -> None:
    game = random_game("europe", 3)
    done = semafor("replay", str(record), "--lang", "pl")
    assert done.out.startswith(f"Europa, 3 graczy, {game.version} decyzji")
    assert f"\nTura {game.view().turns}, miejsce" in done.out
    assert "Wygrywa miejsce" in done.out
    assert "dobiera z talii: karta" in done.out
    assert not {" claimed ", " drew ", " points"} & set(done.out.split("\n"))
    assert "miejsce od 0 do 2" in semafor("replay", str(record), "--lang", "pl", "--as", "7").err


def test_a_step(semafor: CommandLine, record: Path) -> None:
    done = semafor("replay", str(record), "--step", "1")
    assert "1 decision\n" in done.out
    assert "Waiting for: " in done.out
    assert "Winner" not in done.out


def test_eyes_of_a_seat_and_of_a_spectator(semafor: CommandLine, record: Path) -> None:
    whole, seat, nobody = (
        semafor("replay", str(record), "--as", eyes).out for eyes in ("all", "1", "spectator")
    )
    told = [text.partition("Winner")[0] for text in (whole, seat, nobody)]
    assert told[0].count("tickets: ") > told[1].count("tickets: ") > told[2].count("tickets: ") == 0
    assert "drew a card from the deck" not in told[0]
    assert "drew a card from the deck" in told[1]


def test_json(semafor: CommandLine, record: Path) -> None:
    game = random_game("europe", 3)
    report = json.loads(semafor("replay", str(record), "--json").out)
    assert set(report) == {
        "board",
        "players",
        "decisions",
        "seed_hash",
        "over",
        "pending",
        "events",
        "result",
    }
    assert len(report["events"]) == len(game.events(0, "all"))
    assert [side["total"] for side in report["result"]["sides"]] == [s.total for s in game.result().sides]
    early = json.loads(semafor("replay", str(record), "--json", "--step", "0").out)
    assert (early["result"], early["pending"]) == (None, [0, 1, 2])


def test_saved_games_and_positions(semafor: CommandLine, record: Path, tmp_path: Path) -> None:
    saved = tmp_path / "saved"
    saved.write_bytes(random_game("europe", 3).to_bytes())
    assert semafor("replay", str(saved)).out == semafor("replay", str(record)).out
    position = tmp_path / "position.json"
    position.write_text('{"board": "europe", "players": 2}', encoding="utf-8")
    assert "2 players, 0 decisions" in semafor("replay", str(position)).out


def test_verify(semafor: CommandLine, record: Path) -> None:
    published = hashlib.sha256(b"1").hexdigest()
    done = semafor("verify", str(record), "--seed-hash", published)
    assert done.code == 0
    assert "all legal; the game is over" in done.out
    assert f"{published}, as published" in done.out
    other = semafor("verify", str(record), "--seed-hash", "0" * 64)
    assert (other.code, other.out) == (1, "")
    report = json.loads(semafor("verify", str(record), "--seed-hash", "0" * 64, "--json").out)
    assert (report["legal"], report["fair"]) == (True, False)


@pytest.mark.parametrize("command", ["replay", "verify"])
@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b"\xff\xfe",
        b"SEMAFOR",
        b"SEMAFOR\x01nonsense",
        b'{"board": {"name": "nowhere", "fingerprint": ""}, "players": 2, "seed": "1"}',
        b'{"board": "nowhere"}',
        b'{"board": "europe", "players": 99}',
    ],
)
def test_files_that_are_no_game(semafor: CommandLine, tmp_path: Path, command: str, content: bytes) -> None:
    file = tmp_path / "game"
    file.write_bytes(content)
    done = semafor(command, str(file))
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"semafor: {file}: ")
    assert len(done.err.splitlines()) == 1


def test_an_illegal_decision_is_named(semafor: CommandLine, record: Path) -> None:
    text = json.loads(record.read_text(encoding="utf-8"))
    text["moves"][3:] = ["0 claim Nowhere 4 red"]
    record.write_text(json.dumps(text), encoding="utf-8")
    done = semafor("verify", str(record))
    assert done.code == 2
    assert "Nowhere" in done.err


@pytest.mark.parametrize(
    "arguments", [["--as", "3"], ["--as", "me"], ["--step", "-1"], ["--step", "100000"], ["--step", "x"]]
)
def test_mistakes_in_the_call(semafor: CommandLine, record: Path, arguments: list[str]) -> None:
    done = semafor("replay", str(record), *arguments)
    assert (done.code, len(done.err.splitlines())) == (2, 1)
