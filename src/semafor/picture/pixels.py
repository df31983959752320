"""Pictures in pixels, for those who cannot show a drawing."""

from __future__ import annotations


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
