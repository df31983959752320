"""Files of weights: 8-bit matrices with a scale for each row and column, named inputs and actions.

Because of the names, a file stays valid when the game gets new inputs: they get zero weights. A file with an
input or action that no longer exists is rejected.
"""

import zipfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from semafor.boards.model import Board
from semafor.bots.learned.reading import READING_VERSION, WIN, Reading, reading_of
from semafor.errors import BadSetup

Floats = NDArray[np.float32]

SHIPPED = Path(__file__).parent / "weights"
"""The weights shipped with the package, named after their boards."""
LEVELS = 127
"""A weight is an integer between minus this and this, times its scales."""
NEVER = -1e9
"""The preference for an action that is illegal or unknown to the network."""


class ModelCard(msgspec.Struct, frozen=True, kw_only=True):
    """The model card: where the weights come from."""

    board: str
    players: list[int]
    version: int = READING_VERSION
    command: str = ""
    seed: int = 0
    win: float = WIN
    """Points that a win counted in addition to the margin."""
    date: str = ""
    minutes: float = 0.0
    decisions: int = 0
    device: str = ""
    matches: list[dict[str, Any]] = []
    """The matches of the last check during training."""


class Scaled(NamedTuple):
    """A stored matrix: integers or floats, with a scale for each row and column."""

    whole: NDArray[Any]
    rows: Floats
    columns: Floats


class Parts(Mapping[str, Floats]):
    """The arrays of a file, each decoded when first used."""

    def __init__(self, arrays: dict[str, NDArray[Any]]) -> None:
        self._arrays = arrays
        self._names = [name.partition(":")[0] for name in arrays if name.partition(":")[2] in ("", "packed")]
        self._made: dict[str, Floats] = {}

    def scaled(self, name: str) -> Scaled:
        """Return a matrix with its scales, not multiplied."""
        arrays = (self._arrays[f"{name}:{piece}"] for piece in ("packed", "rows", "columns"))
        packed, rows, columns = arrays
        return Scaled(packed, rows.astype(np.float32), columns.astype(np.float32))

    def __getitem__(self, name: str) -> Floats:
        if name not in self._made:
            array = self._arrays.get(name)
            self._made[name] = array.astype(np.float32) if array is not None else self._unpack(name)
        return self._made[name]

    def _unpack(self, name: str) -> Floats:
        return unpack(*(self._arrays[f"{name}:{piece}"] for piece in ("packed", "rows", "columns")))

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


class Weights(msgspec.Struct, frozen=True):
    """The arrays of a network by their names in `semafor.learning.torch_network`, and the model card."""

    card: ModelCard
    parts: Mapping[str, Floats]

    def scaled(self, name: str) -> Scaled:
        """Return a matrix with its scales, not multiplied; the scales are one if it was never quantized."""
        if isinstance(self.parts, Parts):
            return self.parts.scaled(name)
        whole = self.parts[name]
        return Scaled(whole, np.ones(len(whole), np.float32), np.ones(whole.shape[1], np.float32))


def shipped_weights(board: Board) -> Path:
    """Return the shipped file for a board; raise BadSetup if there is none."""
    path = SHIPPED / f"{board.board}.npz"
    if not path.exists():
        raise BadSetup("no-weights", board=board.board)
    return path


def save_weights(path: Path, weights: Weights, reading: Reading) -> None:
    """Write a file atomically, uncompressed: 8-bit weights hardly shrink, and loading is faster."""
    arrays: dict[str, Any] = {
        "card": _bytes(msgspec.json.encode(weights.card)),
        "inputs": _bytes("\n".join(reading.inputs).encode()),
        "actions": _bytes("\n".join(reading.action_names).encode()),
    }
    for name, part in weights.parts.items():
        if part.ndim == 2:
            packed, rows, columns = pack(part)
            arrays |= {f"{name}:packed": packed, f"{name}:rows": rows, f"{name}:columns": columns}
        else:
            arrays[name] = part.astype(np.float16)
    draft = path.with_suffix(".draft.npz")
    np.savez(draft, **arrays)
    draft.replace(path)


def load_weights(path: Path, board: Board) -> Weights:
    """Return the weights of a file for the board's present inputs; raise BadSetup if they do not fit."""
    try:
        with path.open("rb") as raw, np.load(raw, allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
        card = msgspec.json.decode(_text(arrays.pop("card")), type=ModelCard)
        inputs, actions = (_text(arrays.pop(name)).split("\n") for name in ("inputs", "actions"))
    except (OSError, EOFError, ValueError, KeyError, zipfile.BadZipFile, msgspec.DecodeError) as error:
        raise BadSetup("bad-weights", path=str(path), reason=str(error)) from None
    if card.board != board.board:
        raise BadSetup("bad-weights", case="board", path=str(path), made_for=card.board, board=board.board)
    if card.version != READING_VERSION:
        raise BadSetup(
            "bad-weights", case="version", path=str(path), version=card.version, known=READING_VERSION
        )
    return Weights(card, _fit(path, Parts(arrays), inputs, actions, reading_of(board)))


def blocks_of(parts: Mapping[str, Floats]) -> int:
    """Return the number of residual layers."""
    return sum(name.startswith("layers.") and name.endswith("weight") for name in parts)


def pack(matrix: Floats) -> tuple[NDArray[np.int8], NDArray[np.float16], NDArray[np.float16]]:
    """Quantize a matrix to eight bits, with scales for its rows and columns."""
    columns = np.maximum(np.abs(matrix).max(0), 1e-4).astype(np.float16)
    even = matrix / columns.astype(np.float32)
    rows = (np.maximum(np.abs(even).max(1), 1e-4) / LEVELS).astype(np.float16)
    packed = np.rint(even / rows.astype(np.float32)[:, None]).clip(-LEVELS, LEVELS)
    return packed.astype(np.int8), rows, columns


def unpack(packed: NDArray[np.int8], rows: NDArray[np.float16], columns: NDArray[np.float16]) -> Floats:
    """Return the dequantized matrix."""
    whole: Floats = packed.astype(np.float32)
    whole *= rows.astype(np.float32)[:, None]
    whole *= columns.astype(np.float32)
    return whole


def _bytes(text: bytes) -> NDArray[np.uint8]:
    return np.frombuffer(text, np.uint8)


def _text(array: NDArray[Any]) -> str:
    return array.tobytes().decode()


def _fit(
    path: Path, parts: Parts, inputs: Sequence[str], actions: Sequence[str], reading: Reading
) -> Mapping[str, Floats]:
    """Return the arrays with columns and rows moved to the board's present inputs and actions."""
    if (*inputs,) == reading.inputs and (*actions,) == reading.action_names:
        return parts  # nothing has changed
    columns, rows = _places(path, inputs, reading.inputs), _places(path, actions, reading.action_names)
    first = np.zeros((len(parts["first.weight"]), reading.size), np.float32)
    first[:, columns] = parts["first.weight"]
    policy = np.zeros((len(reading.actions), parts["policy.weight"].shape[1]), np.float32)
    policy[rows] = parts["policy.weight"]
    bias = np.full(len(reading.actions), NEVER, np.float32)
    bias[rows] = parts["policy.bias"]
    return {**parts, "first.weight": first, "policy.weight": policy, "policy.bias": bias}


def _places(path: Path, names: Sequence[str], now: Sequence[str]) -> NDArray[np.int64]:
    """Return the present index of each name; raise BadSetup if one no longer exists."""
    places = {name: place for place, name in enumerate(now)}
    gone = [name for name in names if name not in places]
    if gone:
        raise BadSetup("bad-weights", case="gone", path=str(path), name=gone[0])
    return np.array([places[name] for name in names])
