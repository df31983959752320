"""Refuse to build a package without the browser client or without the engine's libraries."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NEEDED = {
    "src/semafor/server/static/index.html": "build the browser client first (make client)",
    "src/semafor/engine/library/manifest.json": "build the engine's libraries first (make engine)",
}


class CompleteHook(BuildHookInterface[Any]):
    """Check that everything is built before anything is packaged."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002  # hatchling's names
        """Fail if a part is missing, except for an editable install, which uses what is built later."""
        for path, advice in NEEDED.items():
            if version != "editable" and not (Path(self.root) / path).is_file():
                raise SystemExit(f"{path} is missing: {advice}.")
