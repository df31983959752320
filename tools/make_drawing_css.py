"""Write the style sheet of drawn boards for the client: `python tools/make_drawing_css.py`."""

from __future__ import annotations

from pathlib import Path

from semafor.picture.svg.board_picture import page_style

OUT = Path(__file__).resolve().parent.parent / "web" / "src" / "board" / "drawing.css"

if __name__ == "__main__":
    OUT.write_text(page_style().replace("}", "}\n"), encoding="utf-8")
    print(f"wrote {OUT.name}")
