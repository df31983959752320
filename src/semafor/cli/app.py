"""All commands, and what becomes of a mistake.

No command imports the engine before it runs: `semafor rules` starts without a compiler.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from importlib.metadata import version

from cyclopts import App, CycloptsError, Group, Parameter

from semafor.cli.balance import balance
from semafor.cli.bench import bench
from semafor.cli.bench_server import server as bench_server
from semafor.cli.boards import boards, check_board
from semafor.cli.draw import draw
from semafor.cli.help_page import HelpPage, language_of
from semafor.cli.misread import misread
from semafor.cli.new_board import new_board, print_board
from semafor.cli.output import MISTAKE, Refused, complain, stderr_console, word
from semafor.cli.own_bots import join, try_bot
from semafor.cli.replay import replay, verify
from semafor.cli.review import review
from semafor.cli.rules import rules
from semafor.cli.serve import serve
from semafor.cli.simulate import simulate
from semafor.cli.study import study
from semafor.cli.tournament import tournament
from semafor.cli.train import copy_bot, train
from semafor.errors import NoDevice
from semafor.words import Language
from semafor.words.languages import language_here

COMMANDS: dict[str, tuple[Callable[..., object], ...]] = {
    "play": (serve, join),
    "look-up": (boards, rules, draw, replay, verify, review),
    "bots": (simulate, tournament, try_bot, bench, train, copy_bot),
    "make-boards": (new_board, check_board, study, balance, print_board),
}
"""What people come for, in the order of `--help`."""

INTERRUPTED = 130
"""What a shell expects of a program that was stopped with Ctrl-C."""


def make_app(language: Language = "en") -> App:
    """The command line as a value, with its help in a language."""
    page = HelpPage(language)
    app = App(
        name="semafor",
        help=page.on_page("semafor"),
        help_formatter=page,
        version=lambda: f"semafor {version('semafor')}",
        default_parameter=Parameter(negative=()),
        group_commands=Group(page.on_page("program"), sort_key=len(COMMANDS)),
        group_arguments=Group(page.on_page("arguments")),
        group_parameters=Group(page.on_page("options")),
        error_formatter=lambda error: f"semafor: {misread(error)}",
        error_console=stderr_console(),
        suppress_keyboard_interrupt=False,
        exit_on_error=False,
        result_action="return_value",
    )
    for number, (title, commands) in enumerate(COMMANDS.items()):
        panel = Group(page.on_page(title), sort_key=number)
        for place, command in enumerate(commands):
            _add(app, command, page, panel, place)
    app.register_install_completion_command(help=page.on_page("install-completion"))
    _say_flags(app, page)
    return app


def _add(app: App, command: Callable[..., object], page: HelpPage, panel: Group, place: int) -> None:
    """A command at its place of a panel; `bench` has another one inside."""
    name = "print" if command is print_board else command.__name__.replace("_", "-")
    if command is not bench:
        app.command(page.described(command, name), name=name, group=panel, sort_key=place)
        return
    benches = App(name=name, group=panel, sort_key=place, group_commands=Group(page.on_page("commands")))
    benches.default(page.described(bench, name))
    benches.command(page.described(bench_server, "bench-server"), name="server")
    _say_flags(benches, page)
    app.command(benches)


def _say_flags(app: App, page: HelpPage) -> None:
    """The flags that the parser brings, in the page's language."""
    app["--help"].help = page.on_page("help")
    app["--version"].help = page.on_page("version")


def run(arguments: list[str]) -> int:
    """Carry out one command; 0 means success, 1 that something was found wrong, 2 a mistake in the call."""
    try:
        code = make_app(language_of(arguments))(arguments)
    except CycloptsError:
        return MISTAKE  # it has been printed
    except Refused as refused:
        complain(str(refused))
        return refused.code
    except NoDevice as missing:
        complain(missing.say(language_here()))
        return MISTAKE
    except KeyboardInterrupt:
        complain(word("stopped"))
        return INTERRUPTED
    except BrokenPipeError:
        # The reader (`head`, a closed pager) has enough; nothing may be written at exit either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return code if isinstance(code, int) else 0
