"""All commands, and how their errors are reported.

No command imports the engine before it runs: `semafor rules` starts without a compiler.
"""

import os
import sys
from collections.abc import Callable
from importlib.metadata import version

from cyclopts import App, CycloptsError, Group, Parameter

from semafor.cli.balance import balance
from semafor.cli.bench import bench
from semafor.cli.boards import boards, check_board
from semafor.cli.draw import draw
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
from semafor.cli.usage_errors import usage_error
from semafor.errors import NoDevice
from semafor.words.languages import language_here

COMMANDS: dict[str, tuple[Callable[..., object], ...]] = {
    "Play": (serve, join),
    "Look things up": (boards, rules, draw, replay, verify, review),
    "Let bots play": (simulate, tournament, try_bot, bench, train, copy_bot),
    "Make a board": (new_board, check_board, study, balance, print_board),
}
"""The panels of `--help` with their commands, in order."""

INTERRUPTED = 130
"""Exit code of a program that was stopped with Ctrl-C."""


def make_app() -> App:
    """Return the command line; `--help` shows the docstrings of the commands."""
    app = App(
        name="semafor",
        help="A digital table for a family of railway board games; without a command, it opens in a browser.",
        version=lambda: f"semafor {version('semafor')}",
        default_parameter=Parameter(negative=()),
        group_commands=Group("This program", sort_key=len(COMMANDS)),
        error_formatter=lambda error: f"semafor: {usage_error(error)}",
        error_console=stderr_console(),
        suppress_keyboard_interrupt=False,
        exit_on_error=False,
        result_action="return_value",
    )
    for number, (title, commands) in enumerate(COMMANDS.items()):
        panel = Group(title, sort_key=number)
        for place, command in enumerate(commands):
            _add(app, command, panel, place)
    app.register_install_completion_command(help="Let the shell complete commands and options.")
    return app


def _add(app: App, command: Callable[..., object], panel: Group, place: int) -> None:
    """Add a command at its place of a panel."""
    name = "print" if command is print_board else command.__name__.replace("_", "-")
    app.command(command, name=name, group=panel, sort_key=place)


def run(arguments: list[str]) -> int:
    """Carry out one command, or open the game if none is given, and return the exit code.

    0 means success, 1 that something was found wrong, 2 a mistake in the call.
    """
    try:
        code = make_app()(arguments or ["serve", "--open"])
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
    except OSError as error:  # a full disk, or a folder that cannot be written
        complain(str(error))
        return 1
    return code if isinstance(code, int) else 0
