"""The catalogue: every text of a language by its key, from one file a language."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from semafor.words.languages import Language
    from semafor.words.phrase import Detail

FILES: dict[Language, str] = {"en": "english.toml", "pl": "polish.toml"}


@cache
def texts(language: Language) -> dict[str, str]:
    """All texts of a language: `refusal.route-taken`, `event.drew/card`, `card.a.red`."""
    content = (files("semafor.words") / FILES[language]).read_text(encoding="utf-8")
    return dict(_flat(tomllib.loads(content), ""))


def _flat(tree: dict[str, Any], above: str) -> Iterator[tuple[str, str]]:
    for key, value in tree.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{above}{key}.")
        else:
            yield f"{above}{key}", value


@cache
def _variants(language: Language) -> dict[str, list[tuple[tuple[str, ...], str]]]:
    """For each key its texts with their conditions, those with most conditions first."""
    found: dict[str, list[tuple[tuple[str, ...], str]]] = {}
    for name, text in texts(language).items():
        key, *conditions = name.split("/")
        found.setdefault(key, []).append((tuple(conditions), text))
    for entries in found.values():
        entries.sort(key=lambda entry: len(entry[0]), reverse=True)
    return found


def find_text(language: Language, key: str, details: Mapping[str, Detail]) -> str | None:
    """The text of a key in the variant that fits the details best; None if there is no such key."""
    for conditions, text in _variants(language).get(key, ()):
        if all(_holds(condition, details) for condition in conditions):
            return text
    return None


def _holds(condition: str, details: Mapping[str, Detail]) -> bool:
    """`card`: there is a card; `to=hand`: it is that very one."""
    name, equals, wanted = condition.partition("=")
    value = details.get(name)
    return str(value) == wanted if equals else value is not None and value is not False
