"""The one decorator that carries all Numba flags, and where compiled code is kept."""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
from numba.core import config as _config

Function = TypeVar("Function", bound=Callable[..., object])

BOUNDS_CHECKED = os.environ.get("SEMAFOR_BOUNDSCHECK") == "1"
CONFIG = cast("Any", _config)  # Numba fills its settings in at run time
INTERPRETED = bool(CONFIG.DISABLE_JIT)


def _source_hash() -> str:
    """A name for this version of the engine's source.

    Numba looks only at the file of the function itself when it decides whether cached code is
    fresh; a changed constant or callee elsewhere would go unnoticed.
    """
    digest = hashlib.blake2b(f"{numba.__version__} {BOUNDS_CHECKED}".encode(), digest_size=8)
    for path in sorted(Path(__file__).parent.rglob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _cache_folder() -> Path:
    """The user's cache folder, or a temporary one where that cannot be written."""
    base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    folder = base / "semafor" / f"engine-{_source_hash()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / ".writable").touch()
    except OSError:
        user = getattr(os, "getuid", lambda: 0)()
        folder = Path(tempfile.gettempdir()) / f"semafor-{user}" / folder.name
        folder.mkdir(parents=True, exist_ok=True)
    return folder


CACHE_FOLDER = _cache_folder()


def rule(function: Function) -> Function:
    """Compile a rule: cached by the engine's source, without the GIL, the same uncompiled."""
    before = CONFIG.CACHE_DIR
    CONFIG.CACHE_DIR = str(CACHE_FOLDER)
    try:
        compiled = numba.njit(
            function, cache=True, nogil=True, error_model="numpy", boundscheck=BOUNDS_CHECKED
        )
        return cast("Function", compiled)
    finally:
        CONFIG.CACHE_DIR = before


@cache
def announce_first_compile() -> None:
    """Say what the machine is about to do for half a minute, where no compiled code is kept yet."""
    if INTERPRETED or any(CACHE_FOLDER.rglob("*.nbi")):
        return
    print("semafor: compiling the rules for this machine (once, about half a minute) …", file=sys.stderr)
