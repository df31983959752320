"""Where in a board file a value stands: its name for readers, and its line."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from semafor.boards.faults import Fault, Path, Tree

LABEL_LIMIT = 60


def locate(fault: Fault, tree: Tree, text: str = "") -> Fault:
    """The fault with its place named, and with its line where the text shows it plainly."""
    return msgspec.structs.replace(
        fault, where=format_path(fault.path, tree), line=find_line(fault.path, tree, text)
    )


def format_path(path: Path, tree: Tree) -> str:
    """`routes[17] palermo–smyrna, length`: entries counted from 1, labelled with what they join."""
    if len(path) >= 2 and isinstance(path[1], int):
        entry = f"{path[0]}[{path[1] + 1}] {_label(tree, path)}".rstrip()
        return ", ".join([entry, *_format_rest(path[2:])])
    return ".".join(_format_rest(path))


def _format_rest(path: Path) -> list[str]:
    parts: list[str] = []
    for step in path:
        if isinstance(step, int) and parts:
            parts[-1] += f"[{step + 1}]"
        else:
            parts.append(str(step)[:LABEL_LIMIT])
    return parts


def _label(tree: Tree, path: Path) -> str:
    """The ends, id or place of an entry, as far as it has them."""
    entry = _entries(tree, str(path[0]))[int(path[1])]
    if not isinstance(entry, dict):
        return ""
    words = [entry[key] for key in ("a", "b", "id", "place") if isinstance(entry.get(key), str)]
    return "–".join(words)[:LABEL_LIMIT]


def _entries(tree: Tree, section: str) -> list[Any]:
    entries = tree.get(section)
    return list(entries) if isinstance(entries, list | tuple) else []


def find_line(path: Path, tree: Tree, text: str) -> int | None:
    """The line of an entry or key, counted from 1; None where the layout does not show it."""
    lines = text.splitlines()
    if len(path) >= 2 and isinstance(path[1], int):
        found = _entry_lines(str(path[0]), lines)
        # An unusual layout is not guessed at: the lines count only if there is one for each entry.
        return found[path[1]] if len(found) == len(_entries(tree, str(path[0]))) else None
    return _key_line([str(step) for step in path], lines)


def _entry_lines(section: str, lines: list[str]) -> list[int]:
    """The lines that begin an entry of a list, in either of TOML's two notations."""
    headers = [n for n, line in enumerate(lines, start=1) if _is_header(line, f"[[{section}]]")]
    if headers:
        return headers
    opening = re.compile(rf"\s*{re.escape(section)}\s*=\s*\[")
    start = next((n for n, line in enumerate(lines) if opening.match(line)), len(lines))
    found = []
    for number, line in enumerate(lines[start + 1 :], start=start + 2):
        if line.lstrip().startswith("]"):
            break
        if line.lstrip().startswith("{"):
            found.append(number)
    return found


def _key_line(keys: list[str], lines: list[str]) -> int | None:
    """The line of the last of these keys that is found, each sought below the one before."""
    found = None
    for key in keys:
        wanted = re.compile(rf"\s*(\[+{re.escape(key)}[\].]|\"?{re.escape(key)}\"?\s*[=.])")
        later = (n for n, line in enumerate(lines, start=1) if n > (found or 0) and wanted.match(line))
        number = next(later, None)
        if number is None:
            return found
        found = number
    return found


def _is_header(line: str, header: str) -> bool:
    return line.replace(" ", "").replace("\t", "").split("#")[0] == header
