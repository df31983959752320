"""Files of whole games: lines of JSON and Parquet hold the same decisions."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import msgspec
import pyarrow as pa
import pytest
from pyarrow import parquet

from semafor import Game
from semafor.arena import parquet_records
from semafor.arena.parquet_records import SCHEMA
from semafor.arena.records_file import KeptGame, open_records, read_records
from semafor.boards import load_board
from semafor.fair_deal import FairDeal, Promise

FORMS = ("games.jsonl", "games.parquet", "GAMES.PARQUET")


def some_game(seed: int, moves: int = 20) -> KeptGame:
    """Return the record of a game that ended after a few moves."""
    game = Game.new("berlin", players=2, seed=seed)
    for _ in range(moves):
        seat = game.pending[0]
        game.play(game.moves(seat)[-1], seat)
    return KeptGame(("random", "greedy"), (seed, -3), (1, 2), seed, 0, game.record())


GAMES = [some_game(seed) for seed in range(5)]


def write(file: Path, games: list[KeptGame], more: bool = False) -> None:
    with open_records(file, more) as records:
        for game in games:
            records.keep(game)


@pytest.fixture(params=FORMS)
def file(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(parquet_records, "ROWS", 2)
    return tmp_path / str(request.param)


def test_every_form_gives_the_games_back(file: Path) -> None:
    write(file, GAMES)
    assert list(read_records(file)) == list(read_records(str(file))) == GAMES
    assert [Game.replay(game.record).record() for game in read_records(file)] == [g.record for g in GAMES]


def test_more_is_written_behind_what_is_there(file: Path) -> None:
    write(file, GAMES[:3])
    write(file, GAMES[3:], more=True)
    assert list(read_records(file)) == GAMES
    write(file, GAMES[:1])
    assert list(read_records(file)) == GAMES[:1]


def test_a_file_without_games_is_a_file(file: Path) -> None:
    write(file, [])
    assert list(read_records(file)) == []


def test_an_error_keeps_the_games_before_it(file: Path) -> None:
    def fail() -> None:
        with open_records(file) as records:
            records.keep(GAMES[0])
            raise LookupError

    with pytest.raises(LookupError):
        fail()
    assert list(read_records(file)) == GAMES[:1]


def test_what_a_record_seldom_has_is_kept_too(file: Path) -> None:
    board = msgspec.structs.replace(load_board("berlin"), board="elsewhere")
    fair = FairDeal("s", (Promise(0, "p"),))
    own = Game.new(board, players=2, seed="ź", first=1).record()
    record = msgspec.structs.replace(own, position={"turn": 0, "hands": [{"red": 2}]}, deal=fair)
    seldom = msgspec.structs.replace(GAMES[0], record=record)
    write(file, [seldom])
    assert list(read_records(file)) == [seldom]


def test_parquet_is_typed_and_written_in_groups(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parquet_records, "ROWS", 2)
    file = tmp_path / "games.parquet"
    write(file, GAMES)
    with parquet.ParquetFile(file) as found:
        assert [found.metadata.row_group(n).num_rows for n in range(found.num_row_groups)] == [2, 2, 1]
        assert found.schema_arrow.equals(SCHEMA)
        decisions = found.read(["decisions"]).column("decisions").combine_chunks().flatten()
    assert decisions.type.field("seat").type == pa.int8()
    told = [f"{one['seat']} {one['move']}" for one in decisions.to_pylist()]
    assert told == [move for game in GAMES for move in game.record.moves]


def test_parquet_has_its_name_when_it_is_whole(tmp_path: Path) -> None:
    file = tmp_path / "games.parquet"
    write(file, GAMES[:1])
    before = file.read_bytes()
    with open_records(file) as records:
        records.keep(GAMES[1])
        assert file.read_bytes() == before
    assert list(read_records(file)) == GAMES[1:2]
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize("other", [b"no Parquet", None])
def test_what_is_no_file_of_games_stays(tmp_path: Path, other: bytes | None) -> None:
    file = tmp_path / "games.parquet"
    if other is None:
        parquet.write_table(pa.table({"a": [1]}), file)
    else:
        file.write_bytes(other)
    before = file.read_bytes()
    with pytest.raises(ValueError, match=r"arquet|whole games"):
        open_records(file, more=True)
    assert (file.read_bytes(), list(tmp_path.iterdir())) == (before, [file])


def test_the_missing_package_is_named(tmp_path: Path) -> None:
    code = (
        "import sys; sys.modules['pyarrow'] = None\n"
        "from pathlib import Path\n"
        "from semafor.arena.records_file import open_records\n"
        "open_records(Path('x.parquet'))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert "pyarrow is not installed here: pip install 'semafor[records]'" in done.stderr
