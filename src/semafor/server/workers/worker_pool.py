"""Pools of worker processes: calls with limits, streams, and turns by owner.

    pool = WorkerPool(2)
    board = await pool.run(read_board, text, Limits(seconds=10, memory=MEMORY), owner=address)

The function is run in a worker process. Its argument and its result are sent as MessagePack and have the
types of its annotations.
"""

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Hashable
from contextlib import aclosing, asynccontextmanager
from functools import cache
from time import monotonic
from typing import Any, Generic, NamedTuple, TypeVar, get_args, get_type_hints

import msgspec

from semafor import errors
from semafor.errors import SemaforError
from semafor.server.server_errors import Restarting
from semafor.server.workers.worker_process import Call, Failure, Reply, WorkerProcess, frame

Argument = TypeVar("Argument")
Result = TypeVar("Result")
T = TypeVar("T")
Charge = Callable[[float], None]
"""Is called with the processor seconds that a call has taken."""

MEMORY = 3 * 2**30
"""Bytes of address space for work on boards that users send; NumPy alone reserves a good part of 1 GB."""
PREPARE_SECONDS = 300.0
"""Time for a new process to compile and load what it needs."""
IDLE_SECONDS = 60.0
"""Time after which a process that has nothing to do is ended."""
MOST_WAITING = 60
"""Calls that may wait or run in a pool that refuses work."""
MOST_OF_ONE_OWNER = 16
"""The same for one owner; the list of shared boards asks for many pictures at once."""

_replies = msgspec.msgpack.Decoder(Reply)


class WorkerError(Exception):
    """A call has no result."""


class ProcessLost(WorkerError):
    """The process was ended by its limits, took too long, or died."""


class CallFailed(WorkerError):
    """The function raised an exception that is not a SemaforError."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.message)
        self.type = failure.type


class Limits(NamedTuple):
    """What one call may take."""

    seconds: int
    """Processor time."""
    timeout: float
    """Wall-clock seconds, however busy the machine is."""
    memory: int = 0
    """Bytes of address space; 0 for no limit."""


class FairTurns(Generic[T]):
    """Hands out things one at a time to each owner in turn, in the order in which the owners came."""

    def __init__(self) -> None:
        self._free: list[T] = []
        self._waiting: OrderedDict[Hashable, deque[asyncio.Future[T]]] = OrderedDict()

    def put(self, thing: T) -> None:
        """Return a thing; the next owner gets it."""
        while self._waiting:
            owner, queue = self._waiting.popitem(last=False)
            waiter = queue.popleft()
            if queue:
                self._waiting[owner] = queue  # now the last: every other owner has a turn first
            if not waiter.done():
                waiter.set_result(thing)
                return
        self._free.append(thing)

    async def get(self, owner: Hashable) -> T:
        """Wait for this owner's turn and return a thing."""
        if self._free:
            return self._free.pop()
        waiter: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(owner, deque()).append(waiter)
        try:
            return await waiter
        except asyncio.CancelledError:
            if waiter.done() and not waiter.cancelled():
                self.put(waiter.result())
            raise


class WorkerPool:
    """Some processes that run functions for owners in turn."""

    def __init__(
        self,
        processes: int,
        *,
        prepare: Callable[[None], None] | None = None,
        new_calls: int = 0,
        keep: bool = False,
        refuses: bool = True,
    ) -> None:
        """`prepare` is called without limits in every new process. During its first `new_calls` calls a
        process has PREPARE_SECONDS for each, whatever processor time it takes. `keep` leaves idle processes
        running. `refuses` bounds the queue.
        """
        self._prepare, self._new_calls, self._keep, self._refuses = prepare, new_calls, keep, refuses
        self._all = [WorkerProcess() for _ in range(processes)]
        self._free: FairTurns[WorkerProcess] = FairTurns()  # the last one returned is used first
        for process in self._all:
            self._free.put(process)
        self._calls: Counter[str] = Counter()
        self._idle: dict[WorkerProcess, asyncio.Task[None]] = {}
        self._closed = False

    async def run(
        self,
        function: Callable[[Argument], Result],
        argument: Argument,
        limits: Limits,
        owner: str = "",
        charge: Charge | None = None,
    ) -> Result:
        """Return the result of a function.

        Raises what the function raises if that is a SemaforError, WorkerError if there is no result, and
        SemaforError("too-many") if the queue is full.
        """
        async with aclosing(self._replies(function, argument, limits, owner, charge)) as replies:
            async for value in replies:
                result: Result = msgspec.msgpack.decode(value, type=_result_type(function))
                return result
        raise AssertionError("a function that is not a stream has one reply")

    async def stream(
        self,
        function: Callable[[Argument, Callable[[Result], None]], None],
        argument: Argument,
        limits: Limits,
        owner: str = "",
    ) -> AsyncGenerator[Result]:
        """Yield what a function passes to its second argument; the limits are for all of it."""
        async with aclosing(self._replies(function, argument, limits, owner, None)) as replies:
            async for value in replies:
                yield msgspec.msgpack.decode(value, type=_result_type(function))

    def check(self, owner: str) -> None:
        """Raise SemaforError("too-many") if too many calls wait, of this owner or in all.

        Raises Restarting if the pool is closed.
        """
        if self._closed:
            raise Restarting
        if self._refuses and (self._calls[owner] >= MOST_OF_ONE_OWNER or self._calls.total() >= MOST_WAITING):
            raise SemaforError("too-many")

    async def close(self) -> None:
        """End all processes; calls that wait raise Restarting."""
        self._closed = True
        for idle in self._idle.values():
            idle.cancel()
        self._idle.clear()
        for process in self._all:
            await process.stop()

    async def _replies(
        self,
        function: Callable[..., Any],
        argument: object,
        limits: Limits,
        owner: str,
        charge: Charge | None,
    ) -> AsyncGenerator[bytes]:
        """Yield the values of all replies to a call."""
        self.check(owner)
        async with self._turn(owner) as process:
            spent, start, done = None, monotonic(), False
            try:
                await self._make_ready(process)
                start = monotonic()
                if process.answers < self._new_calls:
                    limits = limits._replace(seconds=0, timeout=max(limits.timeout, PREPARE_SECONDS))
                deadline = start + limits.timeout
                message: bytes | None = frame(_call(function, argument, limits))
                while not done:
                    reply = await self._exchange(process, message, deadline)
                    message, spent, done = None, reply.seconds, reply.last
                    if reply.failure is not None:
                        raise _exception(reply.failure)
                    if not done or not _streams(function):
                        yield bytes(reply.value)
            finally:
                if not done:
                    await process.stop()
                if charge is not None:
                    charge(monotonic() - start if spent is None else spent)

    async def _exchange(self, process: WorkerProcess, message: bytes | None, deadline: float) -> Reply:
        """Send a message, if there is one, and return the next reply."""
        try:
            async with asyncio.timeout(deadline - monotonic()):
                answer = await (process.hear() if message is None else process.ask(message))
        except (EOFError, OSError, TimeoutError) as error:
            if self._closed:
                raise Restarting from error
            raise ProcessLost(type(error).__name__) from error
        return _replies.decode(answer)

    async def _make_ready(self, process: WorkerProcess) -> None:
        """Start a process and let it prepare itself if it is new."""
        await process.start()
        if self._prepare is not None and not process.prepared:
            call = frame(_call(self._prepare, None, Limits(0, PREPARE_SECONDS)))
            reply = await self._exchange(process, call, monotonic() + PREPARE_SECONDS)
            if reply.failure is not None:
                raise CallFailed(reply.failure)
            process.prepared = True

    @asynccontextmanager
    async def _turn(self, owner: str) -> AsyncIterator[WorkerProcess]:
        """Wait for a process and keep it until the block ends."""
        self._calls[owner] += 1
        try:
            process = await self._free.get(owner)
            try:
                if self._closed:
                    raise Restarting
                if process in self._idle:
                    self._idle.pop(process).cancel()
                yield process
            finally:
                if not self._keep and not self._closed:
                    self._idle[process] = asyncio.create_task(self._end_idle(process))
                self._free.put(process)
        finally:
            self._calls[owner] -= 1
            if not self._calls[owner]:
                del self._calls[owner]

    async def _end_idle(self, process: WorkerProcess) -> None:
        await asyncio.sleep(IDLE_SECONDS)
        del self._idle[process]  # from here on a call starts a new process
        await process.stop()


def _call(function: Callable[..., Any], argument: object, limits: Limits) -> Call:
    name = f"{function.__module__}:{function.__qualname__}"
    return Call(name, msgspec.Raw(msgspec.msgpack.encode(argument)), limits.seconds, limits.memory)


def _exception(failure: Failure) -> Exception:
    """The exception that a worker has reported."""
    if not failure.code:
        return CallFailed(failure)
    kind = getattr(errors, failure.type, SemaforError)
    error: SemaforError = kind.__new__(kind)
    SemaforError.__init__(error, failure.code, rule=failure.rule, **failure.details)
    return error


@cache
def _result_type(function: Callable[..., Any]) -> Any:
    """The type of a function's result, or of the items of a stream."""
    hints = get_type_hints(function)
    return get_args(list(hints.values())[1])[0][0] if _streams(function) else hints["return"]


@cache
def _streams(function: Callable[..., Any]) -> bool:
    """Whether a function has a second argument, to which it passes items."""
    return len(get_type_hints(function)) == 3
