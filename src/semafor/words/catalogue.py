"""The catalogue: every message by its key, from TOML files in each language."""

from __future__ import annotations

import json
import tomllib
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from semafor.words.languages import LANGUAGES, Language

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from semafor.words.say import Detail

FILES: dict[Language, str] = {"en": "english.toml", "pl": "polish.toml"}
"""Messages of the server and the command line; the client shows some of them too."""
CLIENT_FILES: dict[Language, str] = {"en": "client_english.toml", "pl": "client_polish.toml"}
"""Messages that only the browser client shows."""
CLIENT_SECTIONS = {
    "ui.json": ("ui",),
    "club.json": ("club",),
    "notices.json": ("notices",),
    "workshop.json": ("workshop",),
    "catalogue.json": ("list", "seat", "card", "ask", "event", "refusal"),
    "faults.json": ("fault", "expected", "form", "kind", "section"),
    "advice.json": ("advice", "remedy"),
    "reasons.json": ("reason",),
}
"""The client's JSON files with their sections; it loads all but `ui` and `catalogue` when needed."""


@cache
def texts(language: Language) -> dict[str, str]:
    """Return all messages of a language: `refusal.route-taken`, `event.drew/card`, `card.a.red`."""
    return _read(FILES[language])


@cache
def client_texts(language: Language) -> dict[str, str]:
    """Return the messages that only the client shows: `ui.close`, `workshop.save`."""
    return _read(CLIENT_FILES[language])


def _read(file: str) -> dict[str, str]:
    content = (files("semafor.words") / file).read_text(encoding="utf-8")
    return dict(_flat(tomllib.loads(content), ""))


def _flat(tree: dict[str, Any], above: str) -> Iterator[tuple[str, str]]:
    for key, value in tree.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{above}{key}.")
        else:
            yield f"{above}{key}", value


def client_file(name: str) -> str:
    """Return the content of one of the client's JSON files."""
    found = {language: _sections(language, CLIENT_SECTIONS[name]) for language in LANGUAGES}
    return json.dumps(found, ensure_ascii=False, indent=1) + "\n"


def _sections(language: Language, sections: tuple[str, ...]) -> dict[str, str]:
    both = texts(language) | client_texts(language)
    return {key: text for key, text in both.items() if key.partition(".")[0] in sections}


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
    """Return the most specific variant of a key that fits the details; None if there is no such key."""
    for conditions, text in _variants(language).get(key, ()):
        if all(_holds(condition, details) for condition in conditions):
            return text
    return None


def _holds(condition: str, details: Mapping[str, Detail]) -> bool:
    """`card`: the detail is present; `to=hand`: it has this value."""
    name, equals, wanted = condition.partition("=")
    value = details.get(name)
    return str(value) == wanted if equals else value is not None and value is not False
