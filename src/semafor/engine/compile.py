"""The one decorator of the rules: which functions are compiled, and what runs when Python calls one."""

import hashlib
import os
import re
import stat
import tempfile
from collections.abc import Callable
from contextlib import suppress
from functools import cache, cached_property, update_wrapper
from pathlib import Path
from typing import Any, TypeVar, cast, overload

Function = TypeVar("Function", bound=Callable[..., object])

TARGET = os.environ.get("SEMAFOR_TARGET", "")
"""What runs the rules: `interpreted`, `jit` or `native`; the library, then Numba, where nothing is said."""
INTERPRETED = TARGET == "interpreted" or os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
BOUNDS_CHECKED = os.environ.get("SEMAFOR_BOUNDSCHECK") == "1"
ENGINE = Path(__file__).parent
_MARKS = re.compile(r"^from semafor\.(engine\.compile|gym\.device)\b", re.MULTILINE)
"""What a module imports that compiles functions, for the processor or for a GPU."""
_IMPORTS = re.compile(r"^from semafor\.([\w.]+) import", re.MULTILINE)


def is_compiled_source(path: Path) -> bool:
    """Return whether a module compiles functions."""
    return _MARKS.search(path.read_text(encoding="utf-8")) is not None


def compiled_sources(package: Path) -> list[Path]:
    """Return the modules of a package that compiled code is made of.

    These are the modules that compile functions, and those of Semafor from which they import constants.
    """
    compiled = set(filter(is_compiled_source, package.rglob("*.py")))
    imported = {name for path in compiled for name in _IMPORTS.findall(path.read_text(encoding="utf-8"))}
    modules = {package.joinpath(*name.split(".")).with_suffix(".py") for name in imported}
    return sorted(compiled | {path for path in modules if path.exists()})


def source_hash(package: Path) -> str:
    """Return a name for this version of everything that is compiled.

    Numba looks only at the file of the function itself when it decides whether cached code is
    fresh; a changed constant or callee elsewhere would go unnoticed.
    """
    digest = hashlib.blake2b(digest_size=8)
    for path in compiled_sources(package):
        digest.update(path.read_bytes())
    return digest.hexdigest()


@cache
def hash_of_sources() -> str:
    """Return the version of everything that is compiled in this installation."""
    return source_hash(ENGINE.parent)


def cache_folder(name: str) -> Path:
    """Return the user's cache folder, or a temporary one; OSError if neither can be written."""
    try:
        folder = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "semafor" / name
        folder.mkdir(parents=True, exist_ok=True)
        (folder / ".writable").touch()
    except (OSError, RuntimeError):  # RuntimeError: the user has no home folder
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


class Compiled:
    """A function of the rules; nothing is compiled before it is called or a compiled caller needs it."""

    def __init__(self, function: Callable[..., object], inlined: bool) -> None:
        returned = str(function.__annotations__.get("return")).lower()
        assert "array" not in returned, f"nobody would count who holds the array of {function}"
        update_wrapper(self, function)
        self.py_func: Any = function
        self.options = {
            "nogil": True,
            "error_model": "numpy",
            "boundscheck": BOUNDS_CHECKED,
            "no_cfunc_wrapper": True,
            "_nrt": False,
            "forceinline": inlined,
        }
        """How Numba compiles it, without a C entry point.

        Compiled code allocates nothing, so nobody counts who still holds an array (`_nrt`): the caller in
        Python holds them all, and counting took half of a batch's step (docs/decisions/0004).
        """

    def __call__(self, *arguments: Any) -> Any:
        """Call the function from Python."""
        return self.run(*arguments)

    @cached_property
    def run(self) -> Callable[..., Any]:
        """What Python calls: the function of the native library, or the one compiled by Numba."""
        if TARGET == "jit" or BOUNDS_CHECKED:
            return cast("Callable[..., Any]", self.dispatcher)
        from semafor.engine.native import native

        found = native(f"{self.__module__}.{self.py_func.__qualname__}", self._compiled_here)
        return found or self._compiled_here

    def _compiled_here(self, *arguments: Any) -> Any:
        """Call the function compiled by Numba, where the library does not contain it for these types."""
        if TARGET == "native":
            raise LookupError(f"{self.__module__}.{self.py_func.__qualname__} is not in the engine library")
        return self.dispatcher(*arguments)

    @cached_property
    def dispatcher(self) -> Any:
        """The function compiled by Numba, which is imported only now."""
        try:
            from semafor.engine.jit import dispatcher_of
        except ModuleNotFoundError as error:
            raise ImportError("This needs a compiler: pip install 'semafor[jit]'.") from error

        return dispatcher_of(self)

    @property
    def is_loaded(self) -> bool:
        """Whether it was compiled or loaded for some types."""
        return "dispatcher" in self.__dict__ and bool(self.dispatcher.overloads)

    @property
    def _numba_type_(self) -> Any:
        """What Numba asks for when it compiles a caller of this function."""
        return self.dispatcher._numba_type_

    def __reduce__(self) -> str:
        return str(self.py_func.__qualname__)


@overload
def compiled(function: Function) -> Function: ...


@overload
def compiled(*, inlined: bool = False) -> Callable[[Function], Function]: ...


def compiled(
    function: Function | None = None, *, inlined: bool = False
) -> Function | Callable[[Function], Function]:
    """Compile a function without the GIL; the code is cached for as long as no compiled source changes.

    It can neither create arrays nor return them: working space is an argument. An `inlined` function becomes
    part of each of its callers, which saves small functions the passing of large arguments.
    """

    def decorate(function: Function) -> Function:
        rule = Compiled(function, inlined)
        return function if INTERPRETED else cast("Function", rule)

    return decorate if function is None else decorate(function)


_WAITING: list[Callable[[], None]] = []
"""What is registered with Numba once it is needed."""


def with_numba(register: Callable[[], None]) -> None:
    """Call this before Numba compiles the first function."""
    _WAITING.append(register)


def register_waiting() -> None:
    """Register with Numba everything that waits for it."""
    while _WAITING:
        _WAITING.pop(0)()


Emit = Callable[[Any, Any, Any, Any], Any]
"""Writes LLVM instructions: context, builder, signature and arguments, as Numba hands them over."""


def emitted(emit: Emit, returned: str, *arguments: str) -> Callable[[Function], Function]:
    """Let compiled callers use LLVM instructions in place of a function; the types are Numba's names.

    An array is `Array`, whatever it contains.
    """

    def decorate(function: Function) -> Function:
        def register() -> None:
            from semafor.engine.jit import register_emitted

            register_emitted(function, emit, returned, arguments)

        with_numba(register)
        return function

    return decorate
