"""A build without the browser client is refused: its server would have no pages."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

CLIENT = Path("src/semafor/server/static/index.html")


class ClientHook(BuildHookInterface[Any]):
    """Looks for the built client before anything is packed."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002  # hatchling's names
        """Refuse to build without the client; an editable install serves what is built later."""
        if version != "editable" and not (Path(self.root) / CLIENT).is_file():
            raise SystemExit(f"{CLIENT} is missing: build the browser client first (make client).")
