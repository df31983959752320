"""The one decorator that carries all Numba flags, and where compiled code is kept."""

import hashlib
import os
import re
import stat
import tempfile
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast, overload

import numba
from numba import types as _types
from numba.core import config as _config

Function = TypeVar("Function", bound=Callable[..., object])

BOUNDS_CHECKED = os.environ.get("SEMAFOR_BOUNDSCHECK") == "1"
CONFIG = cast("Any", _config)  # Numba fills its settings in at run time
TYPES = cast("Any", _types)  # known to Numba only
INTERPRETED = bool(CONFIG.DISABLE_JIT)
ENGINE = Path(__file__).parent
_MARKS = re.compile(r"^from semafor\.(engine\.compile|gym\.device)\b", re.MULTILINE)
"""What a module imports that compiles functions, for the processor or for a GPU."""
_IMPORTS = re.compile(r"^from semafor\.([\w.]+) import", re.MULTILINE)


def compiled_sources(package: Path) -> list[Path]:
    """Return the modules of a package that compiled code is made of.

    These are the modules that compile functions, and those of Semafor from which they import constants.
    """
    compiled = {path for path in package.rglob("*.py") if _MARKS.search(path.read_text(encoding="utf-8"))}
    imported = {name for path in compiled for name in _IMPORTS.findall(path.read_text(encoding="utf-8"))}
    modules = {package.joinpath(*name.split(".")).with_suffix(".py") for name in imported}
    return sorted(compiled | {path for path in modules if path.exists()})


def source_hash(package: Path) -> str:
    """Return a name for this version of everything that is compiled.

    Numba looks only at the file of the function itself when it decides whether cached code is
    fresh; a changed constant or callee elsewhere would go unnoticed.
    """
    digest = hashlib.blake2b(f"{numba.__version__} {BOUNDS_CHECKED}".encode(), digest_size=8)
    for path in compiled_sources(package):
        digest.update(path.read_bytes())
    return digest.hexdigest()


SOURCE_HASH = source_hash(ENGINE.parent)
"""The version of everything that is compiled."""


def cache_folder(name: str) -> Path:
    """Return the user's cache folder, or a temporary one where that cannot be written."""
    base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    folder = base / "semafor" / name
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / ".writable").touch()
    except OSError:
        folder = _private_folder(Path(tempfile.gettempdir())) / name
        folder.mkdir(exist_ok=True)
    return folder


@cache
def _private_folder(shared: Path) -> Path:
    """Return a folder in a shared one that only this user can write to.

    Cached code is unpickled, so a file of another user could run anything. A folder of the usual name
    is used again if it is ours and private; otherwise a new one is made.
    """
    user = getattr(os, "getuid", lambda: 0)()
    folder = shared / f"semafor-{user}"
    with suppress(FileExistsError):
        folder.mkdir(mode=0o700)
    found = folder.lstat()
    private = stat.S_ISDIR(found.st_mode) and found.st_uid == user and not found.st_mode & 0o077
    return folder if private or os.name == "nt" else Path(tempfile.mkdtemp("", "semafor-", shared))


def _compiled(function: Callable[..., object], allocates: bool, inlined: bool) -> Any:
    """Return a function compiled for Python and compiled callers, without a C entry point.

    Where nothing is allocated nobody counts who still holds an array (`_nrt`): the caller in Python holds
    them all, and counting took half of a batch's step (docs/decisions/0004).
    """
    returned = str(function.__annotations__.get("return")).lower()
    assert allocates or "array" not in returned, f"nobody would count who holds the array of {function}"
    njit = cast("Any", numba.njit)  # its stubs do not know every option
    dispatcher = njit(
        function,
        cache=True,
        nogil=True,
        error_model="numpy",
        boundscheck=BOUNDS_CHECKED,
        no_cfunc_wrapper=True,
        _nrt=allocates,
        forceinline=inlined,
    )
    return dispatcher if INTERPRETED else _for_wide_integers(dispatcher)


def _for_wide_integers(dispatcher: Any) -> Any:
    """Let compiled callers hand over 64-bit integers, whatever they have.

    Otherwise a function is compiled again for every width of integer, every known number and every
    enumeration that it is called with: a third of the first compilation.
    """
    template = dispatcher.get_call_template

    def widened(args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        return template(tuple(map(_widen, args)), {name: _widen(kind) for name, kind in kws.items()})

    dispatcher.get_call_template = widened
    return dispatcher


def _widen(kind: Any) -> Any:
    """The type of a signed integer, known number, truth value or enumeration without its particulars."""
    if isinstance(kind, TYPES.Literal):
        kind = TYPES.unliteral(kind)
    if isinstance(kind, TYPES.IntEnumMember) or (isinstance(kind, TYPES.Integer) and kind.signed):
        return TYPES.int64
    return kind


@overload
def compiled(function: Function) -> Function: ...


@overload
def compiled(*, allocates: bool = False, inlined: bool = False) -> Callable[[Function], Function]: ...


def compiled(
    function: Function | None = None, *, allocates: bool = False, inlined: bool = False
) -> Function | Callable[[Function], Function]:
    """Compile a function without the GIL; the code is cached for as long as no compiled source changes.

    Only functions that `allocate` can create arrays and return them to each other. An `inlined` function
    becomes part of each of its callers, which saves small functions the passing of large arguments.
    """

    def decorate(function: Function) -> Function:
        before = CONFIG.CACHE_DIR
        CONFIG.CACHE_DIR = str(CACHE_FOLDER)
        try:
            return cast("Function", _compiled(function, allocates, inlined))
        finally:
            CONFIG.CACHE_DIR = before

    return decorate if function is None else decorate(function)


CACHE_FOLDER = cache_folder(f"compiled-{SOURCE_HASH}")
