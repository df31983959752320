"""A server in a process of its own, which can be stopped and started again on the same data."""

from __future__ import annotations

import json
import random
import socket
import subprocess
import sys
import time
import urllib.request
from contextlib import suppress
from pathlib import Path
from typing import Any


def _free_port() -> int:
    """A port outside the range of outgoing connections, which could occupy it while the server restarts."""
    while True:
        port = random.randrange(20_000, 32_000)
        with socket.socket() as listener, suppress(OSError):
            listener.bind(("127.0.0.1", port))
            return port


PATIENCE = 900.0
"""Seconds for rules and bots that may have to be compiled first."""


class Served:
    """`semafor serve` with bots that do not wait."""

    def __init__(self, data: Path) -> None:
        self.data, self.port = data, _free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.start()
        self._warm_up()

    def start(self) -> None:
        """Start it and wait until it answers."""
        command = [sys.executable, "-m", "semafor", "serve", "--port", str(self.port)]
        options = ["--data", str(self.data), "--bot-seconds", "0", "--log-level", "error"]
        self.process = subprocess.Popen([*command, *options], stdout=subprocess.DEVNULL)
        self._wait()

    def _wait(self) -> None:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                with urllib.request.urlopen(f"{self.address}/api/tables", timeout=PATIENCE):
                    return  # tables wait for the rules
            except OSError:
                assert self.process.poll() is None, "the server did not start"
                time.sleep(0.1)
        raise AssertionError("the server does not answer")

    def _warm_up(self) -> None:
        """Let bots decide once, so that no test waits for compilation."""
        seats = [{"kind": "me", "name": "Ada"}, {"kind": "bot", "level": "medium"}]
        table = self._ask("/api/tables", {"board": "europe", "seats": seats, "start": True, "seed": "warm"})[
            "table"
        ]
        end = time.monotonic() + PATIENCE
        while self._ask(f"/api/tables/{table['id']}")["seats"][1]["pending"]:
            assert time.monotonic() < end, "the bots do not answer"
            time.sleep(0.1)

    def _ask(self, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json"}
        request = urllib.request.Request(self.address + path, data, headers)
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return dict(json.load(answer))

    def stop(self) -> None:
        """Stop it."""
        self.process.terminate()
        self.process.wait(60)
