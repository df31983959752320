"""What `--help` says, from the catalogue: words of commands, of their options, and those around them."""

from __future__ import annotations

from functools import wraps
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from cyclopts.help import DefaultFormatter
from cyclopts.help.specs import get_default_parameter_columns
from rich.text import Text

from semafor.words import LANGUAGES, Language, say
from semafor.words.catalogue import texts
from semafor.words.languages import language_here

if TYPE_CHECKING:
    from collections.abc import Callable

    from cyclopts.help import HelpEntry, HelpPanel, InlineText
    from cyclopts.help.specs import ColumnSpec
    from rich.console import Console, ConsoleOptions, RenderableType

SHARED = "option.any."
"""What options that several commands have are called by in the catalogue."""

TELLS_NOTHING = (None, "False", "()")
"""Defaults of flags and lists."""


def language_of(arguments: list[str]) -> Language:
    """The language that a call asks for with `--lang`, or that of the terminal."""
    given = [*arguments, ""]
    asked = [after for before, after in pairwise(given) if before == "--lang"]
    asked += [one.removeprefix("--lang=") for one in arguments if one.startswith("--lang=")]
    return next((language for language in LANGUAGES if language in asked), language_here())


def _docstring(name: str, language: Language) -> str:
    """The words of a command, called `bench-server` if it is `bench server`, and of all that it takes."""
    words = texts(language)
    about = [words[key] for key in (f"help.{name}", f"help.{name}-more") if key in words]
    options = {**_below(SHARED, words), **_below(f"option.{name}.", words)}
    taken = [f"{option}\n    {text}" for option, text in options.items()]
    return "\n\n".join([*about, "\n".join(["Parameters", "----------", *taken])])


def _below(prefix: str, words: dict[str, str]) -> dict[str, str]:
    return {key.removeprefix(prefix): text for key, text in words.items() if key.startswith(prefix)}


class HelpPage(DefaultFormatter):
    """A page of help whose own words are of a language, too."""

    def __init__(self, language: Language) -> None:
        super().__init__(column_specs=self._columns)
        self.language = language

    def on_page(self, key: str, **details: Any) -> str:
        """The words of a key of the catalogue's section `page`."""
        return say(f"page.{key}", details, self.language)

    def described(self, command: Callable[..., object], name: str) -> Callable[..., object]:
        """A command with the docstring that the parser makes its help of."""

        @wraps(command)
        def carried_out(*given: Any, **named: Any) -> object:
            return command(*given, **named)

        carried_out.__doc__ = _docstring(name, self.language)
        return carried_out

    def render_usage(self, console: Console, _: ConsoleOptions, usage: Any) -> None:
        """How a command is called; the parser has English names for options and commands."""
        names = {"[OPTIONS]": self.on_page("any-options"), "COMMAND": self.on_page("a-command")}
        called = " ".join(names.get(one, one) for one in str(usage).split())
        console.print(Text(self.on_page("usage", usage=called), style="bold"))

    def __call__(self, console: Console, options: ConsoleOptions, panel: HelpPanel) -> None:
        """A panel; one of commands has no columns but the usual."""
        if panel.format == "command":
            DefaultFormatter()(console, options, panel)
        else:
            super().__call__(console, options, panel)

    def _columns(
        self, console: Console, options: ConsoleOptions, entries: list[HelpEntry]
    ) -> tuple[ColumnSpec, ...]:
        *before, last = get_default_parameter_columns(console, options, entries)
        return (*before, last.copy(renderer=self._description))

    def _description(self, entry: HelpEntry) -> RenderableType:
        """What an option means, and what else is known of it."""
        known = [
            entry.choices and self.on_page("choices", choices=entry.choices),
            entry.env_var and self.on_page("variable", names=entry.env_var),
            entry.default not in TELLS_NOTHING and self.on_page("default", default=entry.default),
            entry.required and self.on_page("required"),
        ]
        description: InlineText = entry.description
        for text in filter(None, known):
            description.append(Text(str(text), style="dim"))
        return description
