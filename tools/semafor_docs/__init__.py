"""A Sphinx extension that fills pages with facts, rules, pictures and commands of the package."""

from __future__ import annotations

from typing import TYPE_CHECKING

from semafor_docs.api_names import shorten_signature
from semafor_docs.directives import (
    WHOLE,
    BoardPicture,
    CommandLine,
    GamePart,
    Generated,
    LearningCurve,
    RuleTexts,
)
from semafor_docs.rule_links import LinkRules, NameRules

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directives and the links from rule ids to rules."""
    app.add_directive("game", GamePart)
    app.add_directive("rule-texts", RuleTexts)
    app.add_directive("board-picture", BoardPicture)
    app.add_directive("learning-curve", LearningCurve)
    app.add_directive("command-line", CommandLine)
    for name in WHOLE:
        app.add_directive(name, Generated)
    app.connect("autodoc-process-signature", shorten_signature)
    app.add_transform(NameRules)
    app.add_post_transform(LinkRules)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
