"""What is said to those who wait for something while the server ends."""

from __future__ import annotations

from semafor.errors import SemaforError


class Restarting(SemaforError):
    """This server ends; it or another one will be there in a moment."""

    def __init__(self) -> None:
        super().__init__("restarting")
