"""A line that can freeze: packets are dropped in both directions, and nobody is told."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress

CHUNK = 65_536


class FreezingProxy:
    """Forwards bytes between browser and server until it is frozen; then it drops them silently."""

    def __init__(self, port: int) -> None:
        self._target = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._thawed = threading.Event()
        self._thawed.set()
        self._open = [self._listener]
        self.address = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def freeze(self) -> None:
        """Stop forwarding without closing connections."""
        self._thawed.clear()

    def thaw(self) -> None:
        """New connections work again; those that were open stay dead."""
        self._thawed.set()

    def close(self) -> None:
        """End every connection."""
        for one in self._open:
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                self._open.append(near)
                threading.Thread(target=self._join, args=(near,), daemon=True).start()

    def _join(self, near: socket.socket) -> None:
        if not self._thawed.is_set():
            return  # it is kept open, and never answered
        far = socket.create_connection(("127.0.0.1", self._target))
        self._open.append(far)
        for one, other in ((near, far), (far, near)):
            threading.Thread(target=self._pass_on, args=(one, other), daemon=True).start()

    def _pass_on(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while data := one.recv(CHUNK):
                if not self._thawed.is_set():
                    return
                other.sendall(data)
            other.shutdown(socket.SHUT_WR)
