"""Link every rule id (EUR-10) on the site to the rule, in the language of the page."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from docutils import nodes  # type: ignore[import-untyped]  # it has no types
from sphinx.transforms import SphinxTransform
from sphinx.transforms.post_transforms import SphinxPostTransform

from semafor.rulebook import FAMILIES, UnknownRule, find_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from semafor.boards.model import Language

POLISH = ("pl", "rules/pl/")
"""Prefixes of the names of Polish pages."""
_ID = re.compile(rf"\b(?:{'|'.join(FAMILIES)})-\d+\b")
_UNLINKED = (nodes.reference, nodes.title, nodes.literal, nodes.literal_block, nodes.FixedTextElement)


def page_of(rule_id: str, language: str) -> str:
    """Return the page of a rule."""
    return f"rules/{language}/{FAMILIES[rule_id.partition('-')[0]]}"


class NameRules(SphinxTransform):
    """Give the section of each rule the rule's id."""

    default_priority = 500

    def apply(self, **kwargs: Any) -> None:
        """Add the id to each section whose title begins with one."""
        del kwargs
        if not self.env.docname.startswith("rules/"):
            return
        for section in self.document.findall(nodes.section):
            found = _ID.match(section[0].astext())
            if found and found[0].lower() not in section["ids"]:
                section["ids"].insert(0, found[0].lower())


class LinkRules(SphinxPostTransform):
    """Turn rule ids in running text into links."""

    default_priority = 500
    formats = ("html",)

    def run(self, **kwargs: Any) -> None:
        """Replace each text that names a rule."""
        del kwargs
        for text in list(self.document.findall(nodes.Text)):
            if _ID.search(text) and not any(isinstance(above, _UNLINKED) for above in _above(text)):
                assert text.parent is not None
                text.parent.replace(text, list(self._linked(str(text))))

    def _linked(self, text: str) -> Iterator[nodes.Node]:
        end = 0
        for found in _ID.finditer(text):
            yield nodes.Text(text[end : found.start()])
            yield self._link(found[0])
            end = found.end()
        yield nodes.Text(text[end:])

    def _link(self, rule_id: str) -> nodes.Node:
        language: Language = "pl" if self.env.docname.startswith(POLISH) else "en"
        try:
            title = find_rule(rule_id, language).title
        except UnknownRule:  # a pattern such as EUR-99 in an explanation
            return nodes.Text(rule_id)
        page = self.app.builder.get_relative_uri(self.env.docname, page_of(rule_id, language))
        return nodes.reference(
            "", rule_id, internal=True, refuri=f"{page}#{rule_id.lower()}", reftitle=title, classes=["rule"]
        )


def _above(node: nodes.Node) -> Iterator[nodes.Node]:
    above = node.parent
    while above is not None:
        yield above
        above = above.parent
