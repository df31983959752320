"""Starts servers as processes of their own, quickly: each is forked from one that has loaded everything.

Reads commands from its input: `start PORT FOLDER FILES HASTY [DATABASE]` answers with the new process's id,
which anybody may kill at any time, and which may open so many files (0: as many as it likes). A hasty server
(1) waits for its clients for a second only, and the system takes little of what it sends. `quit` ends.
"""

from __future__ import annotations

import asyncio
import os
import random
import resource
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

from semafor.server.app import create_app
from semafor.server.client import RemoteServer
from semafor.server.http import connection_guard, table_session
from semafor.server.monitoring import set_up_logs
from semafor.server.run import listen, make_server
from semafor.server.warming import warm_up
from tests.server.serving import PATIENCE, quick_config

LEAVING_SECONDS = 60.0


def listen_soon(port: int) -> socket.socket:
    """Return a socket on a port, waiting for a killed server to release it."""
    end = time.monotonic() + LEAVING_SECONDS
    while True:
        try:
            return listen("127.0.0.1", port)
        except OSError:
            if time.monotonic() > end:
                raise
        time.sleep(0.01)


def serve_forever(port: int, folder: str, hasty: bool, database: str | None) -> None:
    set_up_logs(json=True)
    app = create_app(quick_config(Path(folder), database=database, phrases_per_minute=100_000.0))
    if hasty:
        for name in ("REQUEST_SECONDS", "READING_SECONDS", "CLOSING_SECONDS", "UNREAD_SECONDS"):
            setattr(connection_guard, name, 1)
        table_session.HELLO_SECONDS = 1.0
    listener = listen_soon(port)
    if hasty:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    make_server(app).run(sockets=[listener])


def main() -> None:
    warm_up()
    print("ready", flush=True)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # a killed server cannot shut down
    for line in sys.stdin:
        words = line.split()
        if words[0] == "quit":
            break
        child = os.fork()
        if child == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)  # its child processes must be ended
            if files := int(words[3]):
                resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))
            serve_forever(int(words[1]), words[2], words[4] == "1", words[5] if len(words) > 5 else None)
            os._exit(0)
        print(child, flush=True)


class Nursery:
    """A process that starts and kills servers."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", __name__],
            cwd=Path(__file__).parents[2],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._children: set[int] = set()
        assert self._line() == "ready"

    def _line(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()

    async def start(
        self, port: int, folder: Path, database: str = "", files: int = 0, hasty: bool = False
    ) -> int:
        """Start a server and wait until it answers; its process id."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"start {port} {folder} {files} {int(hasty)} {database}\n")
        self._process.stdin.flush()
        child = int(self._line())
        self._children.add(child)
        server = RemoteServer(f"http://127.0.0.1:{port}", timeout=60)
        async with asyncio.timeout(PATIENCE):
            while True:
                with suppress(OSError):
                    await server.ask("/health", dict)
                    return child
                await asyncio.sleep(0.02)

    def kill(self, child: int, how: signal.Signals = signal.SIGKILL) -> None:
        """Send a signal to one server."""
        os.kill(child, how)
        self._children.discard(child)

    def close(self) -> None:
        """Kill the remaining servers and end the process."""
        for child in list(self._children):
            with suppress(ProcessLookupError):
                self.kill(child)
        self._process.kill()
        self._process.communicate()


def free_port() -> int:
    """A port that nobody uses now, nor while a server on it restarts.

    It lies below the range from which the system gives outgoing connections their ports: one of
    those could take it in the moment between two servers.
    """
    while True:
        port = random.randrange(20_000, 32_000)
        with suppress(OSError):
            listen("127.0.0.1", port).close()
            return port


if __name__ == "__main__":
    main()
