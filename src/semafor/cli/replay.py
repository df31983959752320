"""`semafor replay` and `semafor verify`: a recorded game to read, and to check."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from cyclopts import Parameter

from semafor.boards.board_names import BoardNaming
from semafor.cli.arguments import AsJson, InLanguage
from semafor.cli.game_files import deal_of, load_game
from semafor.cli.output import Refused, print_json, stdout_console, word
from semafor.errors import BadRecord
from semafor.events import TurnBegan, Viewer
from semafor.fair_deal import FairDeal, check_deal
from semafor.words import Language, Phrase, given_details, say
from semafor.words.languages import language_here

if TYPE_CHECKING:
    from rich.console import Console

    from semafor.boards import Board
    from semafor.events import Event
    from semafor.game import Game
    from semafor.words import Language


class Teller:
    """Tells the events of one board's games in a language."""

    def __init__(self, board: Board, language: Language = "en") -> None:
        self.naming, self.language = BoardNaming(board), language
        self._has_pieces = bool(board.options.pieces)

    def tell(self, event: Event) -> str:
        """What happened, in a sentence; what the viewer may not know is left out."""
        return self.phrase(event).say(self.language, self.naming)

    def phrase(self, event: Event) -> Phrase:
        """The words of an event: its tag, and its fields as their details."""
        details: dict[str, Any] = msgspec.to_builtins(event)
        if "plain" in details:
            details["payment"] = {key: details[key] for key in ("colour", "plain", "wild")}
        if self._has_pieces:
            details["pieces"] = True
        return Phrase(f"event.{details.pop('event')}", given_details(details))


def replay(
    file: str,
    /,
    *,
    step: int | None = None,
    viewer: Annotated[str, Parameter(name="--as")] = "all",
    lang: InLanguage = None,
    json: AsJson = False,
) -> None:
    """Print a recorded game turn by turn, and its result.

    Parameters
    ----------
    file
        A record (JSON), a saved game, or a described position (JSON).
    step
        Stop after this many decisions.
    viewer
        Show what this viewer saw: a seat (0, 1, …), `spectator`, or `all`.
    lang
        English or Polish; by default the language of the terminal.
    json
        Print JSON.
    """
    lang = lang or language_here()
    game = load_game(file, step, lang)
    eyes = viewer_of(viewer, game, lang)
    events = game.events(0, eyes)
    if json:
        print_json(_report(game, events))
        return
    console = stdout_console()
    console.print(_heading(game, lang), style="bold", markup=False)
    _print_events(console, events, game, lang)
    _print_end(console, game, lang)


def verify(
    file: str, /, *, seed_hash: str | None = None, promise: str | None = None, json: AsJson = False
) -> int:
    """Check a recorded game: every decision is legal, and nobody chose the deal.

    The seed must be the published one, and made of the parts that the server and the players promised
    before the start, if they did. Otherwise the exit code is 1.

    Parameters
    ----------
    file
        A record (JSON) or a saved game.
    seed_hash
        The hash that was published when the game began.
    promise
        The hash of the server's part of the deal, as the table showed it from the beginning.
    json
        Print JSON.
    """
    game = load_game(file)
    deal = deal_of(file)
    unfair = _why_unfair(game, deal, seed_hash, promise)
    if json:
        print_json({"legal": True, "decisions": game.version, "over": game.over, "fair": not unfair,
                    "seed_hash": game.seed_hash, "deal": deal})  # fmt: skip
        return 1 if unfair else 0
    if unfair:
        raise Refused(unfair, code=1)
    print(word("all-legal", n=game.version, over=game.over))
    print(word("seed-hash", hash=game.seed_hash, published=bool(seed_hash)))
    for line in _parts(deal):
        print(line)
    return 0


def _why_unfair(game: Game, deal: FairDeal | None, seed_hash: str | None, promise: str | None) -> str:
    """Return what is wrong with the seed; empty if it is the published one, made of the promised parts."""
    if seed_hash is not None and seed_hash.strip().lower() != game.seed_hash:
        return word("another-hash", hash=game.seed_hash)
    if deal is not None or promise is not None:
        return _unfair(deal, game.record().seed, promise)
    return ""


def _heading(game: Game, lang: Language) -> str:
    title = msgspec.to_builtins(game.board.title)
    return say("told.replay", {"title": title, "players": game.players, "n": game.version}, lang)


def _unfair(deal: FairDeal | None, seed: str, promise: str | None) -> str:
    """Return why the deal may have been chosen by somebody; empty if it was not."""
    if deal is None:
        return word("no-deal-told")
    try:
        check_deal(deal, seed, promise)
    except BadRecord as error:
        return error.say(language_here())
    return ""


def _parts(deal: FairDeal | None) -> list[str]:
    """Who had a part in the deal, a line each."""
    if deal is None:
        return []
    told = [str(one.seat) for one in deal.promises if one.part is not None]
    kept = [str(one.seat) for one in deal.promises if one.part is None]
    lines = [word("parts-of-server", seats=", ".join(told) or None)]
    return lines + [word("part-kept", seat_number=seat) for seat in kept]


def viewer_of(text: str, game: Game, lang: Language = "en") -> Viewer:
    """Return the viewer of a text: a seat, `spectator` or `all`."""
    if text == "all":
        return "all"
    if text == "spectator":
        return None
    if text.isdecimal() and int(text) < game.players:
        return int(text)
    raise Refused(say("told.no-such-seat", {"last": game.players - 1, "given": text}, lang))


def _report(game: Game, events: list[Event]) -> dict[str, object]:
    return {
        "board": game.board.board,
        "players": game.players,
        "decisions": game.version,
        "seed_hash": game.seed_hash,
        "over": game.over,
        "pending": game.pending,
        "events": events,
        "result": game.result() if game.over else None,
    }


def _print_events(console: Console, events: list[Event], game: Game, lang: Language) -> None:
    """Print a heading for every turn and a line for every event."""
    turn, teller = 0, Teller(game.board, lang)
    for event in events:
        if isinstance(event, TurnBegan):
            turn += 1
            heading = say("told.turn", {"n": turn, "seat_number": event.seat}, lang)
            console.print(f"\n{heading}", style="bold")
        else:
            console.print(f"  {teller.tell(event)}", soft_wrap=True, markup=False)


def _print_end(console: Console, game: Game, lang: Language) -> None:
    if game.over:
        from semafor.cli.result_tables import print_result

        print_result(console, game, lang)
    else:
        console.print("\n" + say("told.waits", {"seats": game.pending}, lang))
