"""Write the JSON files of messages for the browser client: `python tools/make_words.py`."""

from __future__ import annotations

from pathlib import Path

from semafor.words.catalogue import CLIENT_SECTIONS, client_file

FOLDER = Path(__file__).resolve().parent.parent / "web" / "src" / "lib" / "i18n"

if __name__ == "__main__":
    for file in CLIENT_SECTIONS:
        (FOLDER / file).write_text(client_file(file), encoding="utf-8")
        print(f"wrote {file}")
