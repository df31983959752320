"""Writing SVG elements: attributes escaped, numbers short."""

import re
from xml.sax.saxutils import escape, quoteattr


def number(value: float) -> str:
    """A number with as few digits as it needs."""
    return f"{value:.1f}".removesuffix(".0").replace("-0.", "-.") or "0"


def tag(name: str, content: str = "", /, **attributes: str | float) -> str:
    """An element; `_` in attribute names becomes `-`, a trailing `_` (as in `class_`) is dropped."""
    words = [name]
    for key, value in attributes.items():
        text = value if isinstance(value, str) else number(value)
        words.append(f"{key.rstrip('_').replace('_', '-')}={quoteattr(text)}")
    opening = " ".join(words)
    return f"<{opening}>{content}</{name}>" if content else f"<{opening}/>"


def text(words: str, x: float, y: float, class_: str, width: float = 0.0, **attributes: str | float) -> str:
    """A line of text, squeezed or spread to a width if one is given, whatever font the reader has."""
    if width:
        attributes |= {"textLength": width, "lengthAdjust": "spacingAndGlyphs"}
    return tag("text", escape(words), class_=class_, x=x, y=y, **attributes)


def group(parts: list[str], **attributes: str | float) -> str:
    """A group of elements; nothing if it is empty."""
    return tag("g", "".join(parts), **attributes) if parts else ""


def put(what: str, x: float, y: float, angle: float = 0.0) -> str:
    """A defined element at a point, turned."""
    turn = f"rotate({number(angle)})" if angle else ""
    return f'<use href="#{what}" transform="translate({number(x)} {number(y)}){turn}"/>'


def scoped(picture: str, scope: str) -> str:
    """The picture with its own names, so that several can stand on one page of HTML."""
    return re.sub(r'(\bid="|href="#|url\(#)', rf"\g<1>{scope}-", picture)


def paint_png(svg: str, width: int) -> bytes:
    """A drawing as PNG; ModuleNotFoundError where no extra has brought the painter."""
    import resvg_py

    # Where none of the picture's own letters is installed, resvg would leave the names out.
    png = resvg_py.svg_to_bytes(
        svg_string=svg,
        width=width,
        background="#ffffff",
        serif_family="DejaVu Serif",
        sans_serif_family="DejaVu Sans",
    )
    return bytes(png)
