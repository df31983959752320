"""Tables in the middle of a game: played here with the deal of a seed, then told to the server.

Good players and chosen moments make pictures worth looking at, and no browser has to click its way there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Page

from semafor import Game
from semafor.bots import make_bot
from semafor.events import Event

NAMES = ("Ada", "Zofia", "Jan", "Łucja", "Ewa", "Piotr")
SEEDS = 20
TELL = """
async ([table, decisions, chunk]) => {
  const address = `${location.origin.replace("http", "ws")}/api/tables/${table}/live`;
  const tell = (first) => new Promise((done, fail) => {
    const socket = new WebSocket(address);
    const end = Math.min(first + chunk, decisions.length);
    let next = first;
    const send = () => {
      if (next === end) return (socket.close(), done());
      const [seat, move] = decisions[next];
      socket.send(JSON.stringify({type: "decide", id: `staged-${next++}`, seat, move}));
    };
    socket.onopen = () => socket.send('{"type": "hello"}');
    socket.onmessage = ({data}) => {
      const {type, sentence} = JSON.parse(data);
      if (type === "error") fail(new Error(sentence));
      if (type === "state" || type === "ack") send();
    };
  });
  // A connection may send a hundred messages at once.
  for (let first = 0; first < decisions.length; first += chunk) await tell(first);
}
"""


@dataclass
class Staged:
    """A game played up to a given moment."""

    game: Game
    seed: str
    decisions: list[tuple[int, str]] = field(default_factory=list)
    last: Sequence[Event] = ()
    """Return the events of the last decision."""

    def offered(self, start: str) -> list[str]:
        """Return the moves with this prefix of the first seat that decides."""
        if self.game.over:
            return []
        return [text for text in map(str, self.game.moves(self.seat)) if text.startswith(start)]

    @property
    def seat(self) -> int:
        """Return the first seat that decides."""
        return min(self.game.pending)

    @property
    def turns(self) -> int:
        """How many turns there were."""
        return self.game.view(None).turns

    @property
    def free(self) -> bool:
        """Return whether a seat is at the start of its turn."""
        own = None if self.game.over else self.game.view(self.seat).own
        return own is not None and own.ask == "turn"


Moment = Callable[[Staged], object]


def stage(board: str, players: int, moment: Moment, **options: Any) -> Staged:
    """Try seeds in order and return the first game that reaches the moment."""
    for seed in range(1, SEEDS):
        game = Game.new(board, players=players, seed=str(seed), first=0, **options)
        staged = Staged(game, str(seed))
        if _play_up_to(staged, moment):
            return staged
    raise AssertionError(f"no game of {board} comes to this")


def _play_up_to(staged: Staged, moment: Moment) -> bool:
    game = staged.game
    bots = [make_bot("planner", game.board, seat) for seat in range(game.view(None).players)]
    while not moment(staged) and not game.over:
        seat = staged.seat
        move = bots[seat].choose(game.view(seat), game.moves(seat))
        staged.decisions.append((seat, str(move)))
        staged.last = game.play(move, seat)
    return bool(moment(staged))


def make_table(page: Page, board: str, seats: list[dict[str, str]], seed: str = "1", **options: Any) -> str:
    """Create a table with a given deal, start it if no seat is open, and return its id."""
    start = all(seat["kind"] in ("me", "bot") for seat in seats)
    plan = {"board": board, "seats": seats, "seed": seed, "first": 0, "start": start, "hints": True}
    answer = page.request.post("/api/tables", data={**plan, "options": options}, timeout=120_000)
    assert answer.ok, answer.text()
    return str(answer.json()["table"]["id"])


def sit_at(page: Page, board: str, players: int, moment: Moment, **options: Any) -> Staged:
    """Go to a table at a moment of its game, with all seats at this screen."""
    staged = stage(board, players, moment, **options)
    seats = [{"kind": "me", "name": name} for name in NAMES[:players]]
    table = make_table(page, board, seats, staged.seed, **options)
    page.evaluate(TELL, [table, staged.decisions, 90])
    page.goto(f"/table/{table}")
    return staged
