"""Games as Parquet: one row per game, decisions as a list of (seat, move), for DuckDB, pandas and Polars.

Rows are written in groups. A Parquet file is readable only when its footer is written, so it is written under
another name and renamed at the end: readers find the old file or the complete new one.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import msgspec

from semafor.arena.records_file import KeptGame, RecordsFile
from semafor.errors import missing
from semafor.record import Record

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

try:
    import pyarrow as pa
    from pyarrow import parquet
except ModuleNotFoundError as error:
    raise missing(error, "records") from error


ROWS = 1000
"""Games per row group, some megabytes; they are kept in memory."""

DECISION = pa.struct([pa.field("seat", pa.int8()), pa.field("move", pa.string())])

SCHEMA = pa.schema(
    [
        pa.field("bots", pa.list_(pa.string())),  # by seat
        pa.field("scores", pa.list_(pa.int32())),  # by side
        pa.field("ranks", pa.list_(pa.int8())),  # by side
        pa.field("deal", pa.int64()),
        pa.field("order", pa.int32()),
        pa.field("board", pa.string()),
        pa.field("fingerprint", pa.string()),
        pa.field("board_file", pa.string()),  # null for a built-in board
        pa.field("players", pa.int8()),
        pa.field("seed", pa.string()),
        pa.field("rules", pa.int16()),
        pa.field("first", pa.int8()),  # null if the deal chose the first player
        pa.field("position", pa.string()),  # JSON; null if the game began with the deal
        pa.field("fair_deal", pa.string()),  # JSON; null without a fair deal
        pa.field("decisions", pa.list_(DECISION)),
    ],
    metadata={"game": "semafor"},
)


class ParquetRecords(RecordsFile):
    """A file that gets its name when it is closed."""

    def __init__(self, file: Path, more: bool) -> None:
        """Create the file; with `more`, start with the rows of the existing one."""
        self._file = file
        self._grows = file.with_name(f".{file.name}.{os.getpid()}.part")
        self._rows: list[dict[str, Any]] = []
        before = _opened(file) if more and file.exists() else None
        self._open = self._grows.open("wb")
        self._writer = parquet.ParquetWriter(self._open, SCHEMA, compression="zstd")
        if before is not None:
            self._take_over(before)

    def _take_over(self, before: Any) -> None:
        """Copy the existing rows, group by group."""
        try:
            with before:
                for group in range(before.num_row_groups):
                    self._writer.write_table(before.read_row_group(group))
        except BaseException:
            self._open.close()
            self._grows.unlink()
            raise

    def keep(self, game: KeptGame) -> None:
        """Add a row."""
        self._rows.append(to_row(game))
        if len(self._rows) == ROWS:
            self._write()

    def close(self) -> None:
        """Write the last rows and the footer, and rename the file."""
        try:
            with self._open, self._writer:
                self._write()
            self._grows.replace(self._file)
        finally:
            self._grows.unlink(missing_ok=True)

    def _write(self) -> None:
        if self._rows:
            self._writer.write_table(pa.Table.from_pylist(self._rows, schema=SCHEMA))
            self._rows.clear()


def read_parquet(file: Path) -> Iterator[KeptGame]:
    """Yield the games of a file; raise ValueError if it is not a file of games."""
    with _opened(file) as rows:
        for batch in rows.iter_batches(batch_size=ROWS):
            yield from map(from_row, batch.to_pylist())


def _opened(file: Path) -> Any:
    """Open a file of games for reading."""
    found = parquet.ParquetFile(file)
    if not found.schema_arrow.equals(SCHEMA):
        found.close()
        raise ValueError("no file of whole games")
    return found


def to_row(game: KeptGame) -> dict[str, Any]:
    """Return the row of a game."""
    record = game.record
    return {
        "bots": game.bots,
        "scores": game.scores,
        "ranks": game.ranks,
        "deal": game.deal,
        "order": game.order,
        "board": record.board.name,
        "fingerprint": record.board.fingerprint,
        "board_file": record.board.file,
        "players": record.players,
        "seed": record.seed,
        "rules": record.rules,
        "first": record.first,
        "position": _as_json(record.position),
        "fair_deal": _as_json(record.deal),
        "decisions": [{"seat": seat, "move": move} for seat, move in record.decisions()],
    }


def from_row(row: dict[str, Any]) -> KeptGame:
    """Return the game of a row."""
    record = {
        "board": {"name": row["board"], "fingerprint": row["fingerprint"], "file": row["board_file"]},
        "position": _from_json(row["position"]),
        "deal": _from_json(row["fair_deal"]),
        "moves": [f"{decision['seat']} {decision['move']}" for decision in row["decisions"]],
        **{name: row[name] for name in ("players", "seed", "rules", "first")},
    }
    whole = {name: row[name] for name in ("bots", "scores", "ranks", "deal", "order")}
    return msgspec.convert({**whole, "record": msgspec.convert(record, Record)}, KeptGame)


def _as_json(value: object) -> str | None:
    return None if value is None else msgspec.json.encode(value).decode()


def _from_json(text: str | None) -> Any:
    return None if text is None else msgspec.json.decode(text)
