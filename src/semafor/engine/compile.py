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


def _source_hash(*packages: Path) -> str:
    """A name for this version of the packages' source.

    Numba looks only at the file of the function itself when it decides whether cached code is
    fresh; a changed constant or callee elsewhere would go unnoticed.
    """
    digest = hashlib.blake2b(f"{numba.__version__} {BOUNDS_CHECKED}".encode(), digest_size=8)
    for package in packages:
        for path in sorted(package.rglob("*.py")):
            digest.update(path.read_bytes())
    return digest.hexdigest()


def _cache_folder(name: str) -> Path:
    """The user's cache folder, or a temporary one where that cannot be written."""
    base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    folder = base / "semafor" / name
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / ".writable").touch()
    except OSError:
        user = getattr(os, "getuid", lambda: 0)()
        folder = Path(tempfile.gettempdir()) / f"semafor-{user}" / folder.name
        folder.mkdir(parents=True, exist_ok=True)
    return folder


def compiler(*packages: Path) -> Callable[[Function], Function]:
    """The decorator for the compiled functions of the first package, which call those of the others.

    It compiles without the GIL and keeps the code for as long as the source of all of them is the same.
    """
    folder = _cache_folder(f"{packages[0].name}-{_source_hash(*packages)}")

    def compiled(function: Function) -> Function:
        before = CONFIG.CACHE_DIR
        CONFIG.CACHE_DIR = str(folder)
        try:
            dispatcher = numba.njit(
                function, cache=True, nogil=True, error_model="numpy", boundscheck=BOUNDS_CHECKED
            )
            return cast("Function", dispatcher)
        finally:
            CONFIG.CACHE_DIR = before

    return compiled


ENGINE = Path(__file__).parent
CACHE_FOLDER = _cache_folder(f"engine-{_source_hash(ENGINE)}")
rule = compiler(ENGINE)
"""Compile a rule: cached by the engine's source, the same uncompiled."""


@cache
def announce_first_compile() -> None:
    """Say what the machine is about to do for half a minute, where no compiled code is kept yet."""
    if INTERPRETED or any(CACHE_FOLDER.rglob("*.nbi")):
        return
    print("semafor: compiling the rules for this machine (once, about half a minute) …", file=sys.stderr)
