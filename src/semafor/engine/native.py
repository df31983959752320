"""Calling the library that was compiled ahead of time: no compiler is loaded.

Each exported function gets a Python function of a few lines, written from the manifest, that compares the
types of its arguments with those of the last call and hands over where records and arrays keep their data.
"""

from __future__ import annotations

import ctypes
import hashlib
import json
import platform
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

ENGINE = Path(__file__).parent
FOLDER = ENGINE / "library"
MANIFEST = FOLDER / "manifest.json"
FILES = {
    ("Linux", "x86_64"): "linux-x86_64.so",
    ("Linux", "aarch64"): "linux-aarch64.so",
    ("Windows", "AMD64"): "windows-x86_64.dll",
    ("Darwin", "arm64"): "macos-arm64.dylib",
    ("Darwin", "x86_64"): "macos-x86_64.dylib",
}
"""The library of each system and processor."""
NUMBERS = {
    "none": None,
    "int64": ctypes.c_int64,
    "uint64": ctypes.c_uint64,
    "float64": ctypes.c_double,
    "float32": ctypes.c_float,
    "bool": ctypes.c_bool,
}
IN_ARRAY, IN_RECORD = object.__basicsize__, tuple.__basicsize__
"""Where a NumPy array and a record keep the pointer to their data: after their headers."""
record_type = np.generic.dtype.__get__  # a record's own `dtype` takes ten times as long
Kind = list[Any]
"""An argument in the manifest: a number, a record, an array or the fields of a named tuple."""


def hash_of_files(package: Path, names: list[str]) -> str:
    """Return a name for the contents of these modules; line endings do not matter."""
    digest = hashlib.blake2b(digest_size=8)
    for name in names:
        digest.update((package / name).read_bytes().replace(b"\r\n", b"\n"))
    return digest.hexdigest()


def describe(dtype: np.dtype[Any]) -> str:
    """Return a short name for a type of elements; that of a record is a hash of its fields."""
    if dtype.fields is None:
        return dtype.str
    return hashlib.blake2b(repr(dtype.descr).encode(), digest_size=6).hexdigest()


_DESCRIBED: dict[int, tuple[np.dtype[Any], str]] = {}


def described(dtype: np.dtype[Any]) -> str:
    """Return the same; each type is described once."""
    if id(dtype) not in _DESCRIBED:
        _DESCRIBED[id(dtype)] = dtype, describe(dtype)
    return _DESCRIBED[id(dtype)][1]


def why_unfit(package: Path = ENGINE.parent) -> str:
    """Return why the library cannot be used here, or nothing where it can."""
    if (platform.system(), platform.machine()) not in FILES or not keeps_pointers():
        return f"there is no engine library for {platform.system()} on {platform.machine()}"
    if not library_file().is_file():
        return "the engine library is missing (make engine)"
    manifest = read_manifest()
    sources: list[str] = manifest["sources"]
    if not all((package / name).is_file() for name in sources):
        return "the engine library was built from other sources (make engine)"
    is_same = hash_of_files(package, sources) == manifest["hash"]
    return "" if is_same else "the engine library was built from other sources (make engine)"


def keeps_pointers() -> bool:
    """Return whether arrays and records keep their pointers where this module looks for them."""
    array = np.zeros(1, [("number", np.int64)])
    wanted = array.__array_interface__["data"][0]
    places = (id(array) + IN_ARRAY, id(record := array[0]) + IN_RECORD)
    return record is not None and all(ctypes.c_void_p.from_address(one).value == wanted for one in places)


def library_file() -> Path:
    """Return this machine's library."""
    return FOLDER / FILES[platform.system(), platform.machine()]


@cache
def read_manifest() -> dict[str, Any]:
    """Return what the libraries contain."""
    found: dict[str, Any] = json.loads(MANIFEST.read_text(encoding="utf-8"))
    return found


@cache
def library() -> ctypes.CDLL | None:
    """Return the library, or None without one; one line on standard error says if it is of other sources."""
    if not MANIFEST.is_file():
        return None
    reason = why_unfit()
    if reason:
        print(f"semafor: {reason}; rules are compiled when they are first used", file=sys.stderr)
        return None
    return ctypes.CDLL(str(library_file()))


def native(name: str, otherwise: Callable[..., Any]) -> Callable[..., Any] | None:
    """Return the exported function of this name, or None; for other types it calls `otherwise`."""
    loaded = library()
    exports = read_manifest()["functions"].get(name) if loaded is not None else None
    if not exports:
        return None
    for export in reversed(exports):
        otherwise = Binding(loaded, export, otherwise).call
    return otherwise


class Binding:
    """One exported function and the types of its arguments."""

    def __init__(self, loaded: Any, export: dict[str, Any], otherwise: Callable[..., Any]) -> None:
        self._writer = CallWriter(export["arguments"])
        self._otherwise = otherwise
        door = loaded[f"py_{export['name']}"]
        door.argtypes, door.restype = self._writer.types, NUMBERS[export["returns"]]
        self._space: dict[str, Any] = {
            "door": door,
            "other": self._other,
            "record_type": record_type,
            **dict.fromkeys(self._writer.wanted),
        }
        exec(self._writer.source(), self._space)
        self.call: Callable[..., Any] = self._space["call"]

    def _other(self, *arguments: Any) -> Any:
        """Call the function if the types are equal though not the same objects, or else the next one."""
        found = dict(self._writer.types_in(arguments))
        if any(
            wanted != described(found[name]) for name, wanted in self._writer.wanted.items() if name in found
        ):
            return self._otherwise(*arguments)
        if len(found) < len(self._writer.wanted):
            return self._otherwise(*arguments)
        self._space.update(found)
        return self.call(*arguments)


class CallWriter:
    """Writes the Python source of a call."""

    def __init__(self, kinds: list[Kind]) -> None:
        self.types: list[Any] = []
        self.wanted: dict[str, str] = {}
        """The description of each type that is compared."""
        self._kinds = kinds
        self._checks: list[str] = []
        self._values: list[str] = []
        self._unpacked: list[str] = []
        self._number = 0
        self._names = [self._argument(kind) for kind in kinds]

    def _argument(self, kind: Kind) -> str:
        """Note how an argument is checked and passed, and return its name."""
        self._number += 1
        name = f"a{self._number}"
        match kind:
            case ["record", dtype]:
                self._compare(f"record_type({name})", dtype)
                self._pass(f"id({name}) + {IN_RECORD}", ctypes.c_void_p)
            case ["array", dtype, axes]:
                self._array(name, dtype, axes)
            case ["tuple", *inner]:
                place = len(self._unpacked)
                names = [self._argument(one) for one in inner]
                self._unpacked.insert(place, f"{', '.join(names)}, = {name}")
            case [number]:
                self._pass(name, NUMBERS[number])
        return name

    def _array(self, name: str, dtype: str, axes: int) -> None:
        self._compare(f"{name}.dtype", dtype)
        self._checks.append(f"{name}.flags.c_contiguous and {name}.ndim == {axes}")
        self._pass(f"id({name}) + {IN_ARRAY}", ctypes.c_void_p)
        for axis in range(axes):
            self._pass(f"{name}.shape[{axis}]", ctypes.c_size_t)

    def _compare(self, found: str, dtype: str) -> None:
        wanted = f"t{len(self.wanted)}"
        self.wanted[wanted] = dtype
        self._checks.append(f"{found} is {wanted}")

    def _pass(self, value: str, kind: Any) -> None:
        self._values.append(value)
        self.types.append(kind)

    def source(self) -> str:
        """Return the source of `call`."""
        names = ", ".join(self._names)
        lines = [f"def call({names}):", *(f"    {line}" for line in self._unpacked)]
        lines += [
            f"    if {' and '.join(self._checks) or 'True'}:",
            f"        return door({', '.join(self._values)})",
        ]
        return "\n".join([*lines, f"    return other({names})", ""])

    def types_in(self, arguments: tuple[Any, ...]) -> list[tuple[str, np.dtype[Any]]]:
        """Return the types of elements that the arguments have, by the names that `call` compares."""
        names = iter(self.wanted)
        return [
            pair
            for kind, value in zip(self._kinds, arguments, strict=True)
            for pair in _types(kind, value, names)
        ]


def _types(kind: Kind, value: Any, names: Any) -> list[tuple[str, np.dtype[Any]]]:
    """Return the names and types of what one argument contains; an array of another form has none."""
    match kind:
        case ["record", _]:
            name = next(names)
            return [(name, record_type(value))] if isinstance(value, np.void) else []
        case ["array", _, axes]:
            name = next(names)
            fits = isinstance(value, np.ndarray) and value.ndim == axes and value.flags.c_contiguous
            return [(name, value.dtype)] if fits else []
        case ["tuple", *inner]:
            return [pair for one, own in zip(inner, value, strict=True) for pair in _types(one, own, names)]
    return []
