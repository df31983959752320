"""Configuration of the documentation: `make docs`."""

import sys
from importlib.metadata import version as version_of
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tools"))

from semafor.picture.tokens import tokens  # noqa: E402  # the path comes first
from semafor_docs.api_names import NITPICK_IGNORE  # noqa: E402

project = "Semafor"
author = "the Semafor authors"
project_copyright = author
version = release = version_of("semafor")

extensions = ["myst_nb", "sphinx.ext.autodoc", "semafor_docs"]
exclude_patterns = ["_build", "_drawn", "**.ipynb_checkpoints"]
myst_enable_extensions = ["attrs_block", "colon_fence", "deflist"]
myst_heading_anchors = 3
nb_execution_mode = "off"  # notebooks are stored with outputs; the tests run them

default_role = "code"  # single backticks in docstrings are code
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True
nitpick_ignore_regex = NITPICK_IGNORE

html_theme = "furo"
html_title = "Semafor"
html_favicon = "../web/public/icon.svg"
html_static_path = ["_static"]
html_css_files = ["semafor.css"]
html_show_sphinx = False
html_copy_source = False

_day, _night = tokens().themes["paper"], tokens().themes["night"]


def _colours(theme: dict[str, str], accent: str) -> dict[str, str]:
    """The atlas's paper and ink as the theme's variables."""
    return {
        "color-background-primary": theme["paper"],
        "color-background-secondary": theme["land"],
        "color-background-border": theme["hairline"],
        "color-background-hover": theme["hairline"],
        "color-foreground-primary": theme["ink"],
        "color-foreground-border": theme["hairline"],
        "color-brand-primary": accent,
        "color-brand-content": accent,
        "color-brand-visited": accent,
        "color-code-background": theme["land"],
        "semafor-sea": theme["sea"],
        "semafor-lamp": theme["lamp"],
        "font-stack": tokens().fonts["sans"],
    }


html_theme_options = {
    "light_css_variables": _colours(_day, "#8A2B22"),
    "dark_css_variables": _colours(_night, "#F0C36A"),
}
