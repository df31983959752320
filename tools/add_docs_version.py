"""Add built documentation to a site with one folder per version.

`python tools/add_docs_version.py BUILT SITE VERSION` copies the pages to SITE/VERSION. The front page of the
site leads to the newest release; `versions.html` lists all.
"""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

REDIRECT = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Semafor</title>
<meta http-equiv="refresh" content="0; url={newest}/">
<a href="{newest}/">Documentation of Semafor {newest}</a></html>
"""
LIST = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Semafor: versions</title>
<h1>Documentation of Semafor</h1><ul>{items}</ul></html>
"""


def numbers(version: str) -> tuple[int, ...]:
    """Return a version as numbers, for sorting; `development` comes first."""
    return tuple(map(int, re.findall(r"\d+", version)))


def add_version(built: Path, site: Path, version: str) -> None:
    """Put the built pages into their folder, replacing earlier ones, and update front page and list."""
    if not re.fullmatch(r"\d+\.\d+\.\d+|development", version):
        raise SystemExit(f"{version} is not a version such as 0.1.0, nor 'development'.")
    shutil.rmtree(site / version, ignore_errors=True)
    shutil.copytree(built, site / version, ignore=shutil.ignore_patterns(".doctrees", ".buildinfo"))
    versions = sorted((path.parent.name for path in site.glob("*/index.html")), key=numbers, reverse=True)
    items = "".join(f'<li><a href="{one}/">{one}</a></li>' for one in versions)
    (site / "versions.html").write_text(LIST.format(items=items), encoding="utf-8")
    (site / "index.html").write_text(REDIRECT.format(newest=versions[0]), encoding="utf-8")
    (site / ".nojekyll").touch()  # GitHub Pages would leave out folders that begin with an underscore


if __name__ == "__main__":
    add_version(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3])
