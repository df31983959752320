"""Refuse to build a package without the browser client, whose server would have no pages."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

CLIENT = Path("src/semafor/server/static/index.html")


class ClientHook(BuildHookInterface[Any]):
    """Check that the client is built before anything is packaged."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002  # hatchling's names
        """Fail without the client, except for an editable install, which serves what is built later."""
        if version != "editable" and not (Path(self.root) / CLIENT).is_file():
            raise SystemExit(f"{CLIENT} is missing: build the browser client first (make client).")
