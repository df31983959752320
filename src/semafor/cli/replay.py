"""`semafor replay` and `semafor verify`: a recorded game to read, and to check."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter
from rich.markup import escape

from semafor.cli.games import load_game
from semafor.cli.output import Refused, print_json, stdout_console
from semafor.cli.telling import tell
from semafor.events import TurnBegan, Viewer

if TYPE_CHECKING:
    from rich.console import Console

    from semafor.events import Event
    from semafor.game import Game


def replay(
    file: str,
    /,
    *,
    step: int | None = None,
    viewer: Annotated[str, Parameter(name="--as")] = "all",
    json: bool = False,
) -> None:
    """Tell a recorded game turn by turn, and its result.

    Parameters
    ----------
    file
        A record (JSON), a saved game, or a described position (JSON).
    step
        Stop after so many decisions.
    viewer
        Whose eyes: a seat (0, 1, …), `spectator`, or `all`.
    json
        Print JSON.
    """
    game = load_game(file, step)
    eyes = viewer_of(viewer, game)
    events = game.events(0, eyes)
    if json:
        print_json(_report(game, events))
        return
    console = stdout_console()
    console.print(
        f"[bold]{escape(game.board.title.en)}[/bold], {game.players} players, {game.version} decisions"
    )
    _print_events(console, events)
    _print_end(console, game)


def verify(file: str, /, *, seed_hash: str | None = None, json: bool = False) -> int:
    """Check a recorded game: every decision is legal, and the deal is that of the published seed.

    The exit code is 1 where the seed is another one.

    Parameters
    ----------
    file
        A record (JSON) or a saved game.
    seed_hash
        The hash that was published when the game began.
    json
        Print JSON.
    """
    game = load_game(file)
    fair = seed_hash is None or seed_hash.strip().lower() == game.seed_hash
    if json:
        print_json({"legal": True, "decisions": game.version, "over": game.over, "fair": fair,
                    "seed_hash": game.seed_hash})  # fmt: skip
        return 0 if fair else 1
    if not fair:
        raise Refused(f"the seed of this game has another hash: {game.seed_hash}", code=1)
    print(f"{game.version} decisions, all legal; the game {'is over' if game.over else 'goes on'}.")
    print(f"Hash of the seed: {game.seed_hash}{', as published' if seed_hash else ''}.")
    return 0


def viewer_of(text: str, game: Game) -> Viewer:
    """The viewer that a word or a number means."""
    if text == "all":
        return "all"
    if text == "spectator":
        return None
    if text.isdecimal() and int(text) < game.players:
        return int(text)
    raise Refused(f"--as takes 'all', 'spectator' or a seat from 0 to {game.players - 1}, not {text!r}")


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


def _print_events(console: Console, events: list[Event]) -> None:
    """A heading a turn, a line an event."""
    turn = 0
    for event in events:
        if isinstance(event, TurnBegan):
            turn += 1
            console.print(f"\n[bold]Turn {turn}[/bold], seat {event.seat}")
        else:
            console.print(f"  {escape(tell(event))}", soft_wrap=True)


def _print_end(console: Console, game: Game) -> None:
    if game.over:
        from semafor.cli.result_tables import print_result

        print_result(console, game.result())
    else:
        waiting = ", ".join(f"seat {seat}" for seat in game.pending)
        console.print(f"\nThe table waits for {waiting}.")
