"""Writing SVG elements: attributes escaped, numbers short."""

import re
from xml.sax.saxutils import escape, quoteattr


def number(value: float) -> str:
    """Return a number with as few digits as possible."""
    return f"{value:.1f}".removesuffix(".0").replace("-0.", "-.") or "0"


def tag(name: str, content: str = "", /, **attributes: str | float) -> str:
    """Return an element; `_` in attribute names becomes `-`, a trailing `_` (as in `class_`) is dropped."""
    words = [name]
    for key, value in attributes.items():
        text = value if isinstance(value, str) else number(value)
        words.append(f"{key.rstrip('_').replace('_', '-')}={quoteattr(text)}")
    opening = " ".join(words)
    return f"<{opening}>{content}</{name}>" if content else f"<{opening}/>"


def text(words: str, x: float, y: float, class_: str, width: float = 0.0, **attributes: str | float) -> str:
    """Return a line of text, squeezed or spread to a width if one is given, in any font."""
    if width:
        attributes |= {"textLength": width, "lengthAdjust": "spacingAndGlyphs"}
    return tag("text", escape(words), class_=class_, x=x, y=y, **attributes)


def group(parts: list[str], **attributes: str | float) -> str:
    """Return a group of elements; nothing if it is empty."""
    return tag("g", "".join(parts), **attributes) if parts else ""


def put(what: str, x: float, y: float, angle: float = 0.0) -> str:
    """Return a defined element at a point, rotated."""
    turn = f"rotate({number(angle)})" if angle else ""
    return f'<use href="#{what}" transform="translate({number(x)} {number(y)}){turn}"/>'


def scoped(picture: str, scope: str) -> str:
    """Return the picture with unique ids, so that several can be on one HTML page."""
    return re.sub(r'(\bid="|href="#|url\(#)', rf"\g<1>{scope}-", picture)


def paint_png(svg: str, width: int) -> bytes:
    """Return a drawing as PNG; raise ModuleNotFoundError if the renderer is not installed."""
    import resvg_py

    # Without any of the picture's fonts, resvg would leave the names out.
    png = resvg_py.svg_to_bytes(
        svg_string=svg,
        width=width,
        background="#ffffff",
        serif_family="DejaVu Serif",
        sans_serif_family="DejaVu Sans",
    )
    return bytes(png)
