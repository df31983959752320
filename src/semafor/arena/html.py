"""Parts of HTML pages: style, sections, tables, and maps with selectable layers."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from semafor.arena.heatmap import SCALE

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

STYLE = """
:root{color-scheme:light;--ink:#2B2622;--faint:#756A5C;--hair:#DDD2BC;--paper:#FBF7EE}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);
 font:16px/1.55 'Source Sans 3','Open Sans',Candara,'Gill Sans','Liberation Sans',sans-serif}
main{max-width:60rem;margin:0 auto;padding:3rem 1.5rem 5rem}
h1,h2{font-family:'EB Garamond','Libre Caslon Text',Georgia,'Liberation Serif',serif;font-weight:600;
 line-height:1.2}
h1{font-size:2.6rem;margin:0 0 .3rem}
h2{font-size:1.6rem;margin:3.2rem 0 .4rem;padding-top:1rem;border-top:1px solid var(--hair)}
p{margin:.4rem 0 1rem;max-width:46rem;color:var(--faint)}
p.lead{color:var(--ink);font-size:1.1rem}
img{display:block;width:100%;height:auto;margin:.8rem 0}
.scroll{overflow-x:auto}
table{border-collapse:collapse;font-variant-numeric:tabular-nums;margin:.8rem 0;min-width:60%}
th,td{padding:.4rem .9rem;text-align:right;border-bottom:1px solid var(--hair);white-space:nowrap}
th{font-weight:500;color:var(--faint);font-size:.88rem}
th:first-child,td:first-child{text-align:left;padding-left:.2rem}
td.name{font-weight:600}
td small{color:var(--faint);margin-left:.35rem}
.dot{display:inline-block;width:.7rem;height:.7rem;border-radius:50%;margin-right:.55rem}
.map svg{display:block;width:100%;height:auto;border:1px solid var(--hair);border-radius:6px}
.map input{position:absolute;opacity:0}
.map label{display:inline-block;padding:.25rem .9rem;margin:0 .4rem .8rem 0;border:1px solid var(--hair);
 border-radius:1rem;cursor:pointer}
.map input:checked+label{background:var(--ink);color:var(--paper);border-color:var(--ink)}
.map input:focus-visible+label{outline:2px solid #2B6CB0;outline-offset:2px}
.map .heat{display:none}
.scale{display:flex;align-items:center;gap:.6rem;color:var(--faint);font-size:.9rem;margin-top:.6rem}
.scale i{flex:0 0 14rem;height:.7rem;border-radius:.35rem;border:1px solid var(--hair)}
"""


def whole_page(title: str, parts: Iterable[str], language: str = "en") -> str:
    """Return a self-contained HTML page."""
    return (
        f'<!doctype html>\n<html lang="{language}"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head>\n"
        f"<body><main>\n{chr(10).join(part for part in parts if part)}\n</main></body></html>\n"
    )


def section(title: str, words: str, content: str) -> str:
    """Return a section with a heading."""
    told = f"<p>{escape(words)}</p>" if words else ""
    return f"<section><h2>{escape(title)}</h2>{told}{content}</section>"


def html_table(headings: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Return a table that scrolls if it is too wide; cells are HTML."""
    head = "".join(f"<th>{escape(heading)}</th>" for heading in headings)
    body = "".join(f"<tr>{''.join(row)}</tr>" for row in rows)
    return f'<div class="scroll"><table><tr>{head}</tr>{body}</table></div>'


def cell(content: str) -> str:
    """Return a table cell."""
    return f"<td>{content}</td>"


def image(address: str, words: str) -> str:
    """Return an image with alt text."""
    return f'<img src="{address}" alt="{escape(words)}">'


def switched_map(names: Sequence[str], drawn: str, ends: tuple[str, str]) -> str:
    """Return a map whose layers of class `heat` are shown one at a time, with a legend."""
    switches = "".join(_switch(place, name) for place, name in enumerate(names))
    shown = "".join(
        f".map:has(#layer-{place}:checked) .heat-{place}{{display:inline}}" for place in range(len(names))
    )
    scale = f'<i style="background:linear-gradient(90deg,{",".join(SCALE)})"></i>'
    return (
        f'<style>{shown}</style><div class="map">{switches}{drawn}'
        f'<div class="scale">{escape(ends[0])}{scale}{escape(ends[1])}</div></div>'
    )


def _switch(place: int, name: str) -> str:
    chosen = " checked" if place == 0 else ""
    return (
        f'<input type="radio" name="layer" id="layer-{place}"{chosen}>'
        f'<label for="layer-{place}">{escape(name)}</label>'
    )
