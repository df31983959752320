"""Tells systemd that the server is up and its event loop turns; a loop that is stuck is restarted."""

from __future__ import annotations

import asyncio
import os
import socket
from contextlib import suppress

SHARE = 3
"""Signs of life in the time that systemd waits for one."""


def notify(state: str) -> None:
    """Tell systemd something, if it listens (`Type=notify` in the unit)."""
    address = os.environ.get("NOTIFY_SOCKET")
    if not address:
        return
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as out:
        out.connect("\0" + address[1:] if address.startswith("@") else address)
        out.sendall(state.encode())


async def keep_alive() -> None:
    """Give signs of life as long as the event loop turns, if systemd wants them (`WatchdogSec`)."""
    notify("READY=1")
    wanted = int(os.environ.get("WATCHDOG_USEC", "0")) / 1e6
    while wanted:
        notify("WATCHDOG=1")
        await asyncio.sleep(wanted / SHARE)
