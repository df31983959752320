"""The program of every worker process: `python -m semafor.server.workers.worker_main`.

It runs the functions that the server names, one at a time, within the limits of each call. It ends when the
server has ended.
"""

import os
import signal
import sys
import time
from collections.abc import Callable
from functools import cache
from importlib import import_module
from queue import SimpleQueue
from threading import Thread
from typing import Any, BinaryIO, get_type_hints

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # read by NumPy when it is imported

import msgspec

from semafor.errors import SemaforError
from semafor.server.workers.worker_process import LENGTH_BYTES, Call, Failure, Reply, frame

NICENESS = 5
"""Workers give way to the server, which answers players."""


def limit_memory(size: int) -> None:
    """Limit the address space of this process to a number of bytes; 0 removes the limit."""
    try:
        import resource
    except ImportError:  # the system has no such limits
        return
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (size or hard, hard))


def limit_time(seconds: int) -> None:
    """Let the system end this process after some more seconds of processor time; 0 removes the limit."""
    try:
        import resource
    except ImportError:  # the system has no such limits
        return
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    # The clock counts from the start of the process, in whole seconds.
    soft = int(time.process_time()) + 1 + seconds if seconds else hard
    resource.setrlimit(resource.RLIMIT_CPU, (soft, hard))


@cache
def find_function(name: str) -> tuple[Callable[..., Any], msgspec.msgpack.Decoder[Any], bool]:
    """Return a function, the decoder of its argument, and whether it sends a stream of items."""
    module, _, attribute = name.partition(":")
    function: Callable[..., Any] = getattr(import_module(module), attribute)
    argument, *send = [hint for name, hint in get_type_hints(function).items() if name != "return"]
    return function, msgspec.msgpack.Decoder(argument), bool(send)


def run_call(call: Call, write: Callable[[Reply], None]) -> None:
    """Run a call within its limits and write its replies."""
    clocks = (time.process_time, time.thread_time)  # under a limit, Linux updates the first only at ticks
    starts = [clock() for clock in clocks]

    def reply(value: Any = None, last: bool = True, failure: Failure | None = None) -> None:
        raw = msgspec.Raw(msgspec.msgpack.encode(value))
        seconds = max(clock() - start for clock, start in zip(clocks, starts, strict=True))
        write(Reply(last, raw, failure, seconds))

    try:
        limit_time(call.seconds)
        limit_memory(call.memory)
        function, decoder, streams = find_function(call.function)
        argument = decoder.decode(call.argument)
        if streams:
            reply(function(argument, lambda item: reply(item, last=False)))
        else:
            reply(function(argument))
    except SemaforError as error:
        name = type(error).__name__
        reply(failure=Failure(name, error.code, error.code, error.rule, error.details))
    except Exception as error:  # reported to the server, which logs it
        reply(failure=Failure(type(error).__name__, repr(error)[:300]))


def read_messages(source: BinaryIO, put: Callable[[bytes], None]) -> None:
    """Pass on every message; end this process, whatever it is doing, when the server has ended."""
    while len(head := source.read(LENGTH_BYTES)) == LENGTH_BYTES:
        put(source.read(int.from_bytes(head)))
    os._exit(0)


def main() -> None:
    """Run calls until the server has ended."""
    for ignored in (signal.SIGINT, signal.SIGTERM):  # sent to the server, which ends this process
        signal.signal(ignored, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    # Functions may print: their output must not get into the replies.
    replies = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    waiting: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=read_messages, args=(sys.stdin.buffer, waiting.put), daemon=True).start()
    calls = msgspec.msgpack.Decoder(Call)

    def write(reply: Reply) -> None:
        replies.write(frame(reply))
        replies.flush()

    while True:
        run_call(calls.decode(waiting.get()), write)


if __name__ == "__main__":
    main()
