"""The pages that tell where things are name every room of package and client, and nothing else."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "semafor"
CLIENT = ROOT / "web" / "src"
ROOMS = {
    "docs/architecture.md": {path.parent.name for path in PACKAGE.glob("*/__init__.py")},
    "CONTRIBUTING.md": {path.parent.name for path in PACKAGE.glob("*/__init__.py")},
    "web/README.md": {path.name for path in CLIENT.iterdir() if path.is_dir()},
}
"""The pages, and the folders that each of them describes."""
PAGES = tuple(ROOMS)
WHERE = (ROOT, PACKAGE, CLIENT, ROOT / "src")
"""Folders that paths on these pages may be relative to."""
FILE = re.compile(r"[\w.-]+\.(py|md|toml|svelte|svg|sh|lock|ts|json|css)")
MADE = {"docs/_build/html", "src/semafor/server/static"}
"""Folders that a command makes."""
GATHERED = {"__pycache__", "node_modules", "static"}


def text_of(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


def quoted(text: str) -> set[str]:
    """Return the texts between backticks and the targets of links."""
    return set(re.findall(r"`([^`\n]+)`", text)) | set(re.findall(r"\]\(([\w./-]+)\)", text))


def is_path(word: str) -> bool:
    return bool(FILE.fullmatch(word) or re.fullmatch(r"[\w.-]+(/[\w.-]*)+", word))


def everything() -> set[str]:
    """The names of all files and folders of package, client and tests, modules also without their ending."""
    found = [path for root in (PACKAGE, CLIENT, ROOT / "tests") for path in root.rglob("*")]
    found += ROOT.iterdir()
    kept = [path for path in found if not GATHERED & set(path.parts)]
    return {path.name for path in kept} | {path.stem for path in kept if path.suffix == ".py"}


@pytest.mark.parametrize("page", PAGES)
def test_every_path_is_there(page: str) -> None:
    names = everything()
    for word in filter(is_path, quoted(text_of(page))):
        starts = (*WHERE, (ROOT / page).parent)
        there = word in MADE or any((start / word).exists() for start in starts)
        assert there or word.rstrip("/") in names, f"{page} names {word}"


@pytest.mark.parametrize("page", PAGES)
def test_every_room_of_the_tables_is_there(page: str) -> None:
    rows = "\n".join(line for line in text_of(page).splitlines() if line.startswith("|"))
    words = {word for word in quoted(rows) if re.fullmatch(r"[a-z_]+", word)}
    assert words <= everything(), f"{page}: {words - everything()}"


@pytest.mark.parametrize("page", PAGES)
def test_no_room_is_left_out(page: str) -> None:
    told = {word.rstrip("/").rpartition("/")[2] for word in quoted(text_of(page))}
    assert ROOMS[page]
    assert ROOMS[page] <= told, f"{page} leaves out {ROOMS[page] - told}"


def test_the_rooms_within_rooms_are_told() -> None:
    """If a row of the architecture page lists the modules of a package, it lists all of them."""
    for row in text_of("docs/architecture.md").splitlines():
        head = re.match(r"\| `(\w+)/` \|", row)
        inner = {word.rstrip("/") for word in quoted(row) if re.fullmatch(r"[a-z]+/", word)}
        if head and head[1] != "web" and len(inner) > 1:
            rooms = {path.parent.name for path in (PACKAGE / head[1]).glob("*/__init__.py")}
            assert inner - {head[1], "compiled"} == rooms - {"compiled"}, head[1]
