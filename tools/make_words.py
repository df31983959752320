"""Write the client's parts of the catalogue of words: `python tools/make_words.py`."""

from __future__ import annotations

from pathlib import Path

from semafor.words.client_texts import FILES, client_texts

FOLDER = Path(__file__).resolve().parent.parent / "web" / "src" / "lib" / "i18n"

if __name__ == "__main__":
    for file in FILES:
        (FOLDER / file).write_text(client_texts(file), encoding="utf-8")
        print(f"wrote {file}")
