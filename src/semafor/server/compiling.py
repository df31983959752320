"""Compiles the rules in another process while pages are already served.

In a process of its own, for a compiler would take every second moment from the event loop. The code is
kept in the cache, from where the server then loads it.
"""

import asyncio
import hashlib
import sys
from pathlib import Path

import msgspec
import structlog

import semafor
from semafor.announcing import CompileBar, CompileProgress, announce_first_compile
from semafor.bots.learned.rows import one_row
from semafor.engine.compile import BOUNDS_CHECKED, INTERPRETED, TARGET
from semafor.engine.native import library
from semafor.games.board_game import BoardKind
from semafor.games.card_game import CardKind
from semafor.server.messages import EngineProgress
from semafor.server.warming import let_bots_play, warm_up

PACKAGE = Path(semafor.__file__).parent
READY = EngineProgress(ready=True, share=1.0, seconds_left=0.0)

log = structlog.get_logger("semafor.compiling")


def is_compiled() -> bool:
    """Return whether the rules need no compiler now: they are in a library or in the cache."""
    in_library = TARGET != "jit" and not BOUNDS_CHECKED and library() is not None
    return INTERPRETED or in_library or warm_mark(PACKAGE).is_file()


def warm_mark(package: Path) -> Path:
    """The file that is there once all that a first game needs has been compiled for an installation.

    Numba finds kept code by the place and the time of its source and by the processor: the same rules in
    another place, or installed again, have to be compiled again.
    """
    from llvmlite import binding  # a server with a library never loads the compiler

    from semafor.engine.jit import code_folder

    here = hashlib.blake2b(f"{binding.get_host_cpu_name()} {package}".encode(), digest_size=8)
    for source in sorted(package.rglob("*.py")):
        about = source.stat()
        here.update(f"{source.name} {about.st_mtime_ns} {about.st_size}".encode())
    return (code_folder() or package) / f".warm-{here.hexdigest()}"


class EngineStart:
    """The progress of compilation; `ready` when games can be played."""

    def __init__(self, needed: bool) -> None:
        self.progress = EngineProgress(ready=False, share=0.0, seconds_left=None) if needed else READY
        self._needed = needed
        self._ready = asyncio.Event()
        self._child: asyncio.subprocess.Process | None = None

    async def ready(self) -> None:
        """Wait until games can be played."""
        if not self.progress.ready:
            await self._ready.wait()

    async def run(self) -> None:
        """Compile the rules in another process and load them; compile here if that fails."""
        if not self._needed:
            return
        from semafor.server.run import tune_collector  # which runs the services, and so this

        try:
            await self._compile()
            await asyncio.to_thread(warm_up)
            tune_collector()
        except Exception as error:  # clients must not wait forever; starting a game reports the error
            log.error("rules not loaded", error=repr(error))
        finally:
            await self._end()
        self.progress = READY
        self._ready.set()

    async def _compile(self) -> None:
        self._child = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "semafor.server.compiling", stdout=asyncio.subprocess.PIPE
        )
        assert self._child.stdout is not None
        async for line in self._child.stdout:
            self.progress = msgspec.json.decode(line, type=EngineProgress)
        if await self._child.wait():
            log.error("compiling failed", code=self._child.returncode)

    async def _end(self) -> None:
        """End the other process."""
        if self._child is not None and self._child.returncode is None:
            self._child.kill()
            await self._child.wait()


def told(progress: CompileProgress) -> EngineProgress:
    """The progress as a message; loading follows and is short."""
    share = progress.done / max(1, progress.done + progress.left)
    return EngineProgress(ready=False, share=share, seconds_left=progress.seconds_left)


def main() -> None:
    """Compile everything that a first game of either kind needs, printing the progress."""
    bar = CompileBar()

    def tell(progress: CompileProgress) -> None:
        bar.show(progress)
        print(msgspec.json.encode(told(progress)).decode(), flush=True)

    announce_first_compile(*BoardKind.called, *CardKind.called, one_row, tell=tell)
    mark = warm_mark(PACKAGE)  # of the sources as they are read now
    warm_up()
    let_bots_play()
    mark.touch()


if __name__ == "__main__":
    main()
