"""Quote rules and rulings of docs/rules on other pages."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from semafor.rulebook import all_rules, find_rule

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from semafor.boards.model import Board
    from semafor.rulebook import Rule

DISAGREEMENTS = Path(__file__).parents[2] / "docs" / "rules" / "DISAGREEMENTS.md"
RULING = "Ruling. "
_BULLET = re.compile(r"^- (.*?)(?=^- |^#|\Z)", re.MULTILINE | re.DOTALL)
_ID = re.compile(r"\b[A-Z]{3,4}-\d+\b")


def rule_texts(ids: Iterable[str]) -> str:
    """Return rules with their titles, without rulings."""
    return "\n\n".join(_quoted(find_rule(rule_id)) for rule_id in ids)


def _quoted(rule: Rule) -> str:
    first, *more = [text for text in rule.text.split("\n\n") if not text.startswith(RULING)]
    return "\n\n".join([f"**{rule.title}** ({rule.id}). {first}", *more])


def rulings(board: Board) -> str:
    """Return the rulings of a board: first those of its own rules, then the shared ones."""
    own, shared = board.rules[1:] or board.rules, board.rules[:1]
    if board.options.card_game:
        own, shared = board.rules, ()
    lines = [*_rulings(own), *(f"- {text}" for text in _readings(own))]
    if shared and shared != own:
        lines += ["", "Of the shared rules:", "", *_rulings(shared)]
    return "\n".join(lines) + "\n"


def _rulings(families: Iterable[str]) -> Iterator[str]:
    for family in families:
        for rule in all_rules("en", family):
            for text in rule.text.split("\n\n"):
                if text.startswith(RULING):
                    yield f"- **{rule.title}** ({rule.id}): {' '.join(text.removeprefix(RULING).split())}"


def _readings(families: Iterable[str]) -> list[str]:
    """Return the notes on disagreements about rules of these families."""
    notes = (" ".join(note.split()) for note in _BULLET.findall(DISAGREEMENTS.read_text(encoding="utf-8")))
    wanted = set(families)
    return [note for note in notes if wanted & {found.partition("-")[0] for found in _ID.findall(note)}]
