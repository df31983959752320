"""Say what is missing for a release: `python tools/check_release.py [TAG]`; exits with 1 if something is."""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def problems(root: Path, tag: str | None) -> Iterator[str]:
    """Yield one sentence for each thing that is missing."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    version = project["version"]
    changelog = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    citation = (root / "CITATION.cff").read_text(encoding="utf-8")
    if tag is not None and tag != f"v{version}":
        yield f"The tag is {tag}, but pyproject.toml has version {version}."
    if not re.search(rf"^## {re.escape(version)} \(\d{{4}}-\d\d-\d\d\)$", changelog, re.MULTILINE):
        yield f"CHANGELOG.md needs the heading '## {version} (YYYY-MM-DD)' with the date of the release."
    if not re.search(rf"^version: {re.escape(version)}$", citation, re.MULTILINE):
        yield f"CITATION.cff does not name version {version}."
    if not re.search(r"^date-released: \d{4}-\d\d-\d\d$", citation, re.MULTILINE):
        yield "CITATION.cff needs 'date-released: YYYY-MM-DD'."
    for name, url in project["urls"].items():
        if ".example" in url:
            yield f"The address {name} in pyproject.toml is a placeholder: {url}."


if __name__ == "__main__":
    found = list(problems(ROOT, sys.argv[1] if len(sys.argv) > 1 else None))
    print("\n".join(found) or "Ready for a release.")
    sys.exit(bool(found))
