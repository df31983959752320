"""Directives that insert facts of the package into pages."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from docutils import nodes  # type: ignore[import-untyped]  # it has no types
from docutils.statemachine import StringList  # type: ignore[import-untyped]  # it has no types
from sphinx.util.docutils import SphinxDirective

from semafor import load_board
from semafor_docs import (
    action_space,
    board_fields,
    bot_table,
    command_line,
    game_facts,
    observation,
    rule_texts,
    speed,
)
from semafor_docs.learning_curve import draw_curve
from semafor_docs.pictures import SCHEMES, draw_for_page

if TYPE_CHECKING:
    from collections.abc import Callable

    from semafor import Board
    from semafor.picture.tokens import ThemeName

PARTS: dict[str, Callable[[Board], str]] = {
    "players": game_facts.players,
    "pieces": game_facts.pieces,
    "set-up": game_facts.set_up,
    "drawing-tickets": game_facts.tickets_action,
    "routes": game_facts.routes,
    "end": game_facts.end,
    "bonuses": game_facts.bonuses,
    "festivals": game_facts.festivals,
    "tickets": game_facts.tickets,
    "sources": game_facts.sources,
    "rulings": rule_texts.rulings,
    "actions": action_space.action_space,
    "observation": observation.observation,
    "speed": speed.speed,
}

WHOLE: dict[str, Callable[[], str]] = {
    "board-fields": board_fields.board_fields,
    "board-limits": board_fields.board_limits,
    "bot-table": bot_table.bot_table,
    "levels": bot_table.levels,
}


class _Markdown(SphinxDirective):
    """A directive that inserts Markdown."""

    def parsed(self, text: str) -> list[nodes.Node]:
        """Parse Markdown as part of the page."""
        here = nodes.container(classes=["generated"])
        self.state.nested_parse(StringList(text.splitlines()), self.content_offset, here)
        return [here]


class GamePart(_Markdown):
    """`{game} europe pieces`: a part of a game page; with `fold`, collapsed."""

    required_arguments = 2
    option_spec: ClassVar = {"fold": str}

    def run(self) -> list[nodes.Node]:
        """Return the nodes of the part."""
        board, part = self.arguments
        found = self.parsed(PARTS[part](load_board(board)))
        return folded(self.options["fold"], found) if "fold" in self.options else found


def folded(summary: str, inside: list[nodes.Node]) -> list[nodes.Node]:
    """Put nodes into a collapsed section."""
    opening = f"<details><summary>{summary}</summary>"
    return [nodes.raw("", opening, format="html"), *inside, nodes.raw("", "</details>", format="html")]


class RuleTexts(_Markdown):
    """`{rule-texts} EUR-8 EUR-9`: the text of these rules."""

    required_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        """Return the nodes of the rules."""
        return self.parsed(rule_texts.rule_texts(self.arguments[0].split()))


class Generated(_Markdown):
    """Markdown without arguments, such as `{board-limits}`."""

    def run(self) -> list[nodes.Node]:
        """Return the nodes for the name of the directive."""
        return self.parsed(WHOLE[self.name]())


class CommandLine(_Markdown):
    """`{command-line}`: a section with the help of each command."""

    def run(self) -> list[nodes.Node]:
        """Return the sections."""
        return [self._section(command, text) for command, text in command_line.all_help()]

    def _section(self, command: str, text: str) -> nodes.section:
        section = nodes.section(ids=[nodes.make_id(command)], names=[command])
        section += nodes.title(command, command)
        section += self.parsed(text)
        return section


class _Picture(SphinxDirective):
    """A picture in a light and a dark version."""

    required_arguments = 1

    def both(self, words: str, draw: Callable[[ThemeName, Path], str]) -> list[nodes.Node]:
        """Return both images; the theme shows one of them."""
        pages = Path(self.env.srcdir)
        return [
            nodes.image(uri=draw(theme, pages), alt=words, classes=["board", scheme])
            for theme, scheme in SCHEMES.items()
        ]

    @property
    def in_project(self) -> Path:
        """Return the argument as a path relative to the root of the project."""
        return Path(self.env.srcdir).parent / str(self.arguments[0])


class BoardPicture(_Picture):
    """`{board-picture} europe`: a picture of a board, by name or file."""

    def run(self) -> list[nodes.Node]:
        """Return the pictures."""
        named = self.arguments[0]
        board = load_board(self.in_project if named.endswith(".toml") else named)
        return self.both(f"The board {board.title.en}", partial(draw_for_page, board))


class LearningCurve(_Picture):
    """`{learning-curve} examples/ppo_berlin.csv`: the learning curve of a training run."""

    def run(self) -> list[nodes.Node]:
        """Return the pictures."""
        words = "Games won against a fixed opponent over minutes of training"
        return self.both(words, partial(draw_curve, self.in_project))
