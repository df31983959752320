"""One worker process as the server sees it, and the format of the messages between the two.

Each message is MessagePack, preceded by its length in four bytes. The server sends a `Call`; the worker
answers with one or more `Reply` messages, the last of which has `last` set.
"""

import asyncio
import signal
import sys

import msgspec

from semafor.words import Detail

LENGTH_BYTES = 4
NIL = msgspec.Raw(msgspec.msgpack.encode(None))
OUT_OF_TIME = getattr(signal, "SIGXCPU", 0)
"""Ends a process that has used up its processor time; systems without such limits do not have it."""
PROGRAM = "semafor.server.workers.worker_main"


class Call(msgspec.Struct, frozen=True):
    """A request to run a function in a worker."""

    function: str
    """`module:name`; the function takes one argument."""
    argument: msgspec.Raw
    seconds: int
    """Processor time after which the operating system ends the worker; 0 for no limit."""
    memory: int
    """Bytes of address space that the worker may use; 0 for no limit."""


class Failure(msgspec.Struct, frozen=True):
    """An exception raised by the function; `code`, `rule` and `details` are set for a SemaforError."""

    type: str
    message: str
    code: str = ""
    rule: str | None = None
    details: dict[str, Detail] = {}


class Reply(msgspec.Struct, frozen=True):
    """A result, one item of a stream, or a failure."""

    last: bool
    value: msgspec.Raw = NIL
    failure: Failure | None = None
    seconds: float = 0.0
    """Processor time used by the call so far."""


def frame(message: msgspec.Struct) -> bytes:
    """Encode a message with its length in front."""
    encoded = msgspec.msgpack.encode(message)
    return len(encoded).to_bytes(LENGTH_BYTES) + encoded


class WorkerProcess:
    """A process that is started on first use, and started again after it has ended."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self.answers = 0
        """Messages received since the process was started."""
        self.prepared = False

    async def start(self) -> None:
        """Start the process if it is not running."""
        if self._process is not None and self._process.returncode is not None:
            await self.stop()
        if self._process is None:
            self.answers, self.prepared = 0, False
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                PROGRAM,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL,
            )

    async def ask(self, request: bytes) -> bytes:
        """Send a framed request and return the first answer; the process is ended if this fails."""
        await self.start()
        assert self._process is not None
        assert self._process.stdin is not None
        self._process.stdin.write(request)
        return await self.hear()

    async def hear(self) -> bytes:
        """Return the next answer; the process is ended if it does not come or nobody waits any longer.

        Raises TimeoutError if the process has used up its processor time.
        """
        assert self._process is not None
        assert self._process.stdout is not None
        try:
            head = await self._process.stdout.readexactly(LENGTH_BYTES)
            answer = await self._process.stdout.readexactly(int.from_bytes(head))
        except EOFError as error:
            if await self.stop() == -OUT_OF_TIME:
                raise TimeoutError from error
            raise
        except BaseException:
            await self.stop()
            raise
        self.answers += 1
        return answer

    async def stop(self) -> int:
        """End the process and return its exit status; 0 if there is none."""
        process, self._process = self._process, None
        if process is None:
            return 0
        if process.returncode is None:
            process.kill()
        return await process.wait()
