"""The parts of the catalogue that the browser client says itself, as JSON."""

from __future__ import annotations

import json

from semafor.words.catalogue import texts
from semafor.words.languages import LANGUAGES

FILES = {
    "catalogue.json": ("list", "seat", "card", "ask", "event", "refusal"),
    "faults.json": ("fault", "expected", "form", "kind", "section"),
    "advice.json": ("advice", "remedy"),
    "reasons.json": ("reason",),
}
"""What the client is built with, and what it fetches when a board file is faulty or reasons are told."""


def client_texts(file: str) -> str:
    """One of the files from which the client is built."""
    told = {
        language: {key: text for key, text in texts(language).items() if key.split(".")[0] in FILES[file]}
        for language in LANGUAGES
    }
    return json.dumps(told, ensure_ascii=False, indent=1) + "\n"
