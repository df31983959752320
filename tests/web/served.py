"""A server in a process of its own, which can be stopped and started again on the same data."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


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
        end = time.monotonic() + 120
        while time.monotonic() < end:
            try:
                with urllib.request.urlopen(f"{self.address}/health", timeout=5):
                    return
            except OSError:
                assert self.process.poll() is None, "the server did not start"
                time.sleep(0.1)
        raise AssertionError("the server does not answer")

    def stop(self) -> None:
        """Stop it."""
        self.process.terminate()
        self.process.wait(20)
