"""Recorded calls of exported functions: all bytes of their arguments, in a file for every target."""

from __future__ import annotations

import hashlib
import json
import struct
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from semafor.engine.compile import Compiled
from semafor.engine.native import read_manifest
from semafor_engine.exports import EXPORTS, Export
from semafor_engine.kinds import ArrayOf, Fields, Kind, Number, Record


def fits(kind: Kind, value: Any) -> bool:
    """Whether an argument has this type."""
    match kind:
        case Number():
            return not isinstance(value, (np.ndarray, np.void, tuple))
        case Record(dtype):
            return isinstance(value, np.void) and value.dtype == dtype
        case ArrayOf(dtype, axes):
            return isinstance(value, np.ndarray) and value.dtype == dtype and value.ndim == axes
        case Fields(_, inner):
            return isinstance(value, tuple) and all(map(fits, inner, value))


def leaves(kind: Kind, value: Any) -> Iterator[Any]:
    """The numbers, records and arrays of an argument."""
    if isinstance(kind, Fields):
        for one, own in zip(kind.fields, value, strict=True):
            yield from leaves(one, own)
    else:
        yield value


class Recorder:
    """Keeps the arguments of some calls of each export: the first, second, fourth, eighth and so on."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._exports: dict[Any, list[Export]] = {}
        for export in EXPORTS:
            self._exports.setdefault(export.function, []).append(export)
        functions = read_manifest()["functions"].values()
        self._returns = {one["name"]: one["returns"] for overloads in functions for one in overloads}
        self._heard: dict[str, int] = {}
        self._buffers: dict[bytes, int] = {}
        self._blob = bytearray()
        self.calls: list[dict[str, Any]] = []

    def hear(self, rule: Compiled, arguments: tuple[Any, ...]) -> None:
        """Note a call before it is made."""
        for export in self._exports.get(rule, []):
            if all(map(fits, export.arguments, arguments)):
                times = self._heard[export.name] = self._heard.get(export.name, 0) + 1
                if times & (times - 1) == 0 and times < 2**self._most:
                    self._keep(export, arguments)
                return

    def _keep(self, export: Export, arguments: tuple[Any, ...]) -> None:
        pairs = zip(export.arguments, arguments, strict=True)
        told = [self._told(leaf) for kind, value in pairs for leaf in leaves(kind, value)]
        self.calls.append({"name": export.name, "arguments": told, "returns": self._returns[export.name]})

    def _told(self, leaf: Any) -> Any:
        if not isinstance(leaf, (np.ndarray, np.void)):
            return float(leaf) if isinstance(leaf, (float, np.floating)) else str(int(leaf))
        data = leaf.tobytes()
        digest = hashlib.sha256(data).digest()
        if digest not in self._buffers:
            self._buffers[digest] = len(self._blob)
            self._blob += zlib.compress(data, 1)
        shape = list(leaf.shape) if isinstance(leaf, np.ndarray) else []
        return {"at": self._buffers[digest], "bytes": len(data), "shape": shape}

    def write(self, folder: Path) -> None:
        """Write the calls and the bytes of their arguments."""
        (folder / "calls.json").write_text(json.dumps(self.calls), encoding="utf-8")
        (folder / "calls.bin").write_bytes(self._blob)


class Recorded:
    """Calls as they were written; `corrupt` is one whose second buffer gets another last byte."""

    def __init__(self, folder: Path, corrupt: int = -1) -> None:
        self.calls: list[dict[str, Any]] = json.loads((folder / "calls.json").read_text(encoding="utf-8"))
        self._blob = (folder / "calls.bin").read_bytes()
        self._corrupt = corrupt
        self._is_corrupted: Iterator[bool] = iter(())

    def arguments(self, number: int, export: Export) -> list[Any]:
        """The arguments of a call, in memory of their own."""
        told = iter(self.calls[number]["arguments"])
        self._is_corrupted = iter([False, number == self._corrupt])
        return [self._value(kind, told) for kind in export.arguments]

    def _value(self, kind: Kind, told: Iterator[Any]) -> Any:
        match kind:
            case Fields(tuple_class, inner):
                return tuple_class(*[self._value(one, told) for one in inner])
            case Number(name):
                value = next(told)
                return (
                    float(value)
                    if name.startswith("float")
                    else np.uint64(value)
                    if name == "uint64"
                    else int(value)
                )
            case Record(dtype):
                return self._array(dtype, next(told))[0]
            case ArrayOf(dtype, _):
                return self._array(dtype, next(told))

    def _array(self, dtype: np.dtype[Any], told: dict[str, Any]) -> Any:
        data = bytearray(zlib.decompressobj().decompress(self._blob[told["at"] :]))
        if next(self._is_corrupted, False):
            data[-1] ^= 1
        array = np.frombuffer(data, dtype)
        return array.reshape(told["shape"]) if told["shape"] else array


def report(name: str, returned: Any, arguments: list[Any], export: Export) -> str:
    """A line that says what a call returned and a hash of every argument after it."""
    pairs = zip(export.arguments, arguments, strict=True)
    after = [leaf for kind, value in pairs for leaf in leaves(kind, value) if hasattr(leaf, "tobytes")]
    hashes = [
        hashlib.sha256(leaf.tobytes()).hexdigest()[:16] for leaf in after if not isinstance(leaf, np.uint64)
    ]
    return " ".join([name, shown(returned), *hashes])


def shown(returned: Any) -> str:
    """What a call returned, exactly."""
    if isinstance(returned, float):
        return struct.pack(">d", returned).hex()
    return "none" if returned is None else str(int(returned))
