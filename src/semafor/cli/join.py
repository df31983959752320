"""`semafor join`: a bot takes a seat at a table of any server."""

from __future__ import annotations

import asyncio
import traceback
from functools import partial
from importlib.util import find_spec
from typing import TYPE_CHECKING

from semafor.cli.arguments import refused, unusable
from semafor.cli.bot_games import FAILED, find_modules_here, make_or_refuse
from semafor.cli.output import Refused, complain
from semafor.cli.wording import joined, word
from semafor.words.languages import language_here

if TYPE_CHECKING:
    from semafor.server.guest import Told


def join(link: str, /, *, bot: str, name: str | None = None, seat: int | None = None, seed: int = 0) -> int:
    """Let a bot sit down at somebody's table and play to the end."""
    if not find_spec("websockets"):
        raise Refused(word("needs-package", what="join", extra="server"), FAILED)
    from semafor.errors import SemaforError
    from semafor.server.guest import BotRaised, Guest

    find_modules_here()
    try:
        guest = Guest(link, name or bot.rpartition(":")[2], _tell)
        place = None if seat is None else seat - 1
        winners = asyncio.run(guest.play(partial(make_or_refuse, bot, seed=seed), place))
    except SemaforError as error:
        raise refused(error) from None
    except BotRaised as raised:
        traceback.print_exception(raised.__cause__)
        raise Refused(word("bot-raised", bot=bot, error=str(raised)), FAILED) from None
    except OSError as error:
        raise unusable(link, error, FAILED) from None
    print(word("won-by", seats=joined(winner + 1 for winner in winners)))
    return 0


def _tell(told: Told) -> None:
    """One line of what happens at the table."""
    from semafor.server.guest import Sits

    if isinstance(told, Sits):
        title = told.title.in_language(language_here())
        complain(word("bot-sits", bot=told.name, number=told.seat, title=title))
    else:
        complain(word("line-lost"))
