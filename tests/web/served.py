"""A server in a process of its own, which can be stopped and started again on the same data."""

from __future__ import annotations

import random
import socket
import subprocess
import sys
import time
import urllib.request
from contextlib import suppress
from pathlib import Path


def _free_port() -> int:
    """A port below those of outgoing connections, which could take it while the server restarts."""
    while True:
        port = random.randrange(20_000, 32_000)
        with socket.socket() as listener, suppress(OSError):
            listener.bind(("127.0.0.1", port))
            return port


class Served:
    """`semafor serve` with bots that do not wait."""

    def __init__(self, data: Path) -> None:
        self.data, self.port = data, _free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.start()

    def start(self) -> None:
        """Start it and wait until it answers."""
        command = [sys.executable, "-m", "semafor", "serve", "--port", str(self.port)]
        options = ["--data", str(self.data), "--bot-seconds", "0", "--log-level", "error"]
        self.process = subprocess.Popen([*command, *options], stdout=subprocess.DEVNULL)
        self._wait()

    def _wait(self) -> None:
        end = time.monotonic() + 300
        while time.monotonic() < end:
            try:
                with urllib.request.urlopen(f"{self.address}/api/tables", timeout=240):
                    return  # tables wait for the rules
            except OSError:
                assert self.process.poll() is None, "the server did not start"
                time.sleep(0.1)
        raise AssertionError("the server does not answer")

    def stop(self) -> None:
        """Stop it."""
        self.process.terminate()
        self.process.wait(20)
