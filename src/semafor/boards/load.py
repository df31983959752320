"""Loads board files: read, checked, and rejected with all faults."""

from __future__ import annotations

import tomllib
from functools import cache
from itertools import islice
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import msgspec
from msgspec import inspect

from semafor.boards.check import MOST_FAULTS, find_meaning_faults
from semafor.boards.faults import BoardError, Fault, fault, locate
from semafor.boards.model import Board
from semafor.boards.shape import find_shape_faults, nearest
from semafor.boards.write import fill_sketch

if TYPE_CHECKING:
    from semafor.boards.faults import Tree

HERE = Path(__file__).parent
MORE = HERE / "more"
"""Boards made in the workshop."""
EARLIER = HERE / "earlier"
"""Earlier versions of built-in boards, as `name-version.toml`."""
LARGEST_FILE = 256 * 1024
"""Maximum size in bytes; ten times the largest board we ship."""
DOTS = 200
"""Maximum length of a line: the TOML parser's memory grows with the square of a dotted key's length."""
LOCATED = 100
"""Maximum number of faults whose lines are looked up."""


def board_names() -> list[str]:
    """Return the names of the built-in boards."""
    return list(_built_in_names())


@cache
def _built_in_names() -> tuple[str, ...]:
    return tuple(sorted(path.stem for path in HERE.glob("*.toml")))


def more_board_names() -> list[str]:
    """Return the names of the boards made in the workshop; they have no trained players or lessons."""
    return list(_more_names())


def all_board_names() -> list[str]:
    """Return the names of all boards of the package."""
    return board_names() + more_board_names()


@cache
def _more_names() -> tuple[str, ...]:
    return tuple(sorted(path.stem for path in MORE.glob("*.toml")))


def load_board(name_or_path: str | Path) -> Board:
    """Return a built-in board by name, or one from a file by its path; raise BoardError if it is faulty."""
    if isinstance(name_or_path, str) and name_or_path in _built_in_names():
        return _load_built_in(HERE / f"{name_or_path}.toml")
    if isinstance(name_or_path, str) and name_or_path in _more_names():
        return _load_built_in(MORE / f"{name_or_path}.toml")
    source = str(name_or_path)
    data = _read(Path(name_or_path), source)
    _refuse_large(len(data), source)
    return parse_board(decode_text(data, source), source)


def earlier_versions(name: str) -> list[Board]:
    """Return earlier versions of a built-in board, the newest first, for games that began with them."""
    found = [_load_built_in(path) for path in EARLIER.glob("*.toml") if path.stem.rpartition("-")[0] == name]
    return sorted(found, key=lambda board: -board.version)


@cache
def _load_built_in(file: Path) -> Board:
    return parse_board(file.read_text(encoding="utf-8"), file.name)


def parse_board(text: str, source: str) -> Board:
    """Return the board that a text describes; raise BoardError with all faults found."""
    tree = parse_tree(text, source)
    faults = find_faults(tree)
    if faults:
        located = [locate(fault, tree, text) for fault in faults[:LOCATED]]
        raise BoardError(source, located + [locate(fault, tree) for fault in faults[LOCATED:]])
    return msgspec.convert(tree, Board)


def parse_tree(text: str, source: str) -> Tree:
    """Return the parsed text, whether it is a board or not; raise BoardError if it cannot be parsed."""
    _refuse_large(len(text), source)
    _refuse_dots(text, source)
    return fill_sketch(_parse_toml(text, source))


def check_board(board: Board) -> list[Fault]:
    """Return the faults of a board made in Python."""
    tree: Tree = msgspec.to_builtins(board)
    return [locate(fault, tree) for fault in find_meaning_faults(board)]


def find_faults(tree: Tree) -> list[Fault]:
    """Return faults of form, and semantic faults in all sections of valid form."""
    faults = list(islice(find_shape_faults(tree, inspect.type_info(Board), ()), MOST_FAULTS))
    faulty = {fault.path[0] for fault in faults if fault.path}
    fields = [field for field in msgspec.structs.fields(Board) if field.name not in faulty]
    values = {
        field.name: _section(tree, field) for field in fields if field.name in tree or not field.required
    }
    # Checks read only the sections that they name, so a partial board may stand in for a complete one.
    return faults + find_meaning_faults(cast("Board", SimpleNamespace(**values)))


def _section(tree: Tree, field: msgspec.structs.FieldInfo) -> Any:
    if field.name in tree:
        return msgspec.convert(tree[field.name], field.type)
    return field.default_factory() if field.default is msgspec.NODEFAULT else field.default


def _read(path: Path, source: str) -> bytes:
    try:
        if path.is_dir():
            raise _refusal(source, "directory", **_known(source))
        if not path.is_file():
            raise _refusal(source, "no-such-file", **_known(source))
        with path.open("rb") as file:
            return file.read(LARGEST_FILE + 1)
    except BoardError:
        raise
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise _refusal(source, "unreadable", reason=str(reason)) from None


def _known(source: str) -> dict[str, Any]:
    """Return the names of boards, and the closest one."""
    return {"boards": all_board_names(), "near": nearest(Path(source).stem.lower(), all_board_names())}


def decode_text(data: bytes, source: str) -> str:
    """Return the text of a file; raise BoardError naming the first line that is not UTF-8."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise _refusal(source, "not-utf8", at=line) from None


def _parse_toml(text: str, source: str) -> Tree:
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise _refusal(source, "nested-too-deep") from None
    except ValueError as error:
        raise _not_toml(source, str(error)) from None


def _not_toml(source: str, told: str) -> BoardError:
    """Return the TOML parser's message and the line it names at the end: `(at line 2, column 5)`."""
    reason, _, place = told.rpartition(" (at line ")
    line = place.partition(",")[0]
    if not line.isdecimal():
        return _refusal(source, "not-toml", reason=told)
    return BoardError(source, [Fault((), "not-toml", {"reason": reason}, line=int(line))])


def _refuse_large(size: int, source: str) -> None:
    if size > LARGEST_FILE:
        raise _refusal(source, "file-too-large", most=LARGEST_FILE)


def _refuse_dots(text: str, source: str) -> None:
    for number, line in enumerate(text.split("\n"), start=1):
        if line.count(".") > DOTS:
            raise _refusal(source, "too-many-dots", at=number, most=DOTS)


def _refusal(source: str, code: str, **details: Any) -> BoardError:
    """Return the error for a file that cannot be read."""
    return BoardError(source, [fault((), code, **details)])
