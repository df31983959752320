"""systemd hears that the server is up and that its event loop turns; the unit asks for it."""

from __future__ import annotations

import asyncio
import socket
import tempfile
import time
from pathlib import Path

import pytest

from semafor.server.services import keep_alive, notify

UNIT = Path(__file__).parents[2] / "deploy" / "semafor.service"


async def test_signs_of_life_stop_when_the_loop_is_stuck(monkeypatch: pytest.MonkeyPatch) -> None:
    with tempfile.TemporaryDirectory() as folder, socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard:
        heard.bind(f"{folder}/notify")
        heard.setblocking(False)
        monkeypatch.setenv("NOTIFY_SOCKET", f"{folder}/notify")
        monkeypatch.setenv("WATCHDOG_USEC", "300000")
        alive = asyncio.create_task(keep_alive())
        signs: list[bytes] = []
        while signs.count(b"WATCHDOG=1") < 2:
            await asyncio.sleep(0.05)
            signs += drain(heard)
        alive.cancel()
        assert signs[0] == b"READY=1"
        alive = asyncio.create_task(keep_alive())
        await asyncio.sleep(0.05)
        drain(heard)
        time.sleep(0.5)
        assert drain(heard) == []
        alive.cancel()


def drain(heard: socket.socket) -> list[bytes]:
    """Everything that has come."""
    signs = []
    while True:
        try:
            signs.append(heard.recv(100))
        except BlockingIOError:
            return signs


def test_nobody_need_listen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    notify("READY=1")
    monkeypatch.setenv("NOTIFY_SOCKET", "/nowhere/at/all")
    notify("READY=1")


def test_the_unit_asks_for_signs_of_life_and_limits_memory() -> None:
    lines = UNIT.read_text(encoding="utf-8").splitlines()
    assert {"Type=notify", "WatchdogSec=30", "MemoryMax=3G"} <= set(lines)
