"""`semafor rules`: our wording of the rules, by id, by family, or by words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.markdown import Markdown
from rich.markup import escape
from rich.table import Table

from semafor.boards.model import Language
from semafor.cli.arguments import AsJson, InLanguage, refused
from semafor.cli.output import Refused, print_json, stdout_console, word
from semafor.rulebook import FAMILIES, UnknownRule, all_rules, find_rule, search_rules
from semafor.words.languages import language_here

if TYPE_CHECKING:
    from collections.abc import Sequence

    from semafor.rulebook import Rule


def rules(
    rule: str | None = None, /, *, lang: InLanguage = None, search: str | None = None, json: AsJson = False
) -> None:
    """Print a rule, list the rules, or search them.

    Parameters
    ----------
    rule
        A rule (`EUR-10`) or a family of rules (`EUR`); without one all rules are listed.
    lang
        English or Polish; by default the language of the terminal.
    search
        List the rules with these words, the best first.
    json
        Print JSON.
    """
    lang = lang or language_here()
    try:
        found, whole = _find(rule, lang, search)
    except UnknownRule as error:
        raise refused(error, code=1, lang=lang) from None
    if json:
        print_json(found)
    elif whole:
        _print_texts(found)
    else:
        _print_titles(found)


def _find(asked: str | None, language: Language, words: str | None) -> tuple[Sequence[Rule], bool]:
    """The rules meant, and whether their whole text is."""
    if words is not None:
        hits = search_rules(words, language)
        if not hits:
            raise Refused(word("no-such-words", words=repr(words)), code=1)
        return hits, False
    if asked is None:
        return all_rules(language), False
    if asked.upper() in FAMILIES:
        return all_rules(language, asked), True
    return [find_rule(asked, language)], True


def _print_texts(found: Sequence[Rule]) -> None:
    """Markdown, rendered on a terminal and plain elsewhere."""
    console = stdout_console()
    text = "\n\n".join(f"## {rule.id} {rule.title}\n\n{rule.text}" for rule in found)
    if console.is_terminal:
        console.print(Markdown(text))
    else:
        print(text)


def _print_titles(found: Sequence[Rule]) -> None:
    table = Table(box=None, show_header=False)
    table.add_column(no_wrap=True, style="bold")
    table.add_column()
    for rule in found:
        table.add_row(rule.id, escape(rule.title))
    stdout_console().print(table)
