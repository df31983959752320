"""One game between bots."""

from __future__ import annotations

import hashlib
import traceback
from contextlib import closing, contextmanager, nullcontext
from time import monotonic, perf_counter_ns
from typing import TYPE_CHECKING, Protocol

from semafor.arena.games_file import FailedGame, Forfeit, Outcome, PlayedGame, PlayedSide, Thinking
from semafor.bots import Bot, make_bot, named_move
from semafor.bots.protocol import FAULTS
from semafor.errors import BadSetup
from semafor.game import Game
from semafor.moves import Pass
from semafor.words import Phrase

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Sequence
    from contextlib import AbstractContextManager

    from semafor.boards import Board
    from semafor.moves import Move
    from semafor.results import SideResult
    from semafor.view import View

NOBODY = -1.0


class Words(Protocol):
    """Two numbers shared by two processes: the seat that is thinking, and its start time."""

    def __getitem__(self, place: int) -> float: ...
    def __setitem__(self, place: int, value: float) -> None: ...


class Watch:
    """Shows another process which seat is thinking, and for how long."""

    def __init__(self, words: Words) -> None:
        self._words = words
        self._words[0] = NOBODY

    @contextmanager
    def thinking(self, seat: int) -> Iterator[None]:
        """Mark a seat as thinking during the block."""
        self._words[1] = monotonic()
        self._words[0] = seat
        try:
            yield
        finally:
            self._words[0] = NOBODY

    @property
    def seat(self) -> int | None:
        """The seat that is thinking now, or None."""
        return None if self._words[0] == NOBODY else int(self._words[0])

    def seconds(self) -> float:
        """Return how long it has been thinking; 0 if no seat is."""
        return 0.0 if self._words[0] == NOBODY else monotonic() - self._words[1]


def watched(watch: Watch | None, seat: int) -> AbstractContextManager[None]:
    """Mark a seat as thinking if there is a watch."""
    return nullcontext() if watch is None else watch.thinking(seat)


class BotMistake(Exception):
    """A bot raised an error or named an illegal move."""

    def __init__(self, seat: int, problem: Phrase, trace: str = "") -> None:
        super().__init__(str(problem))
        self.seat = seat
        self.problem = problem
        self.trace = trace


class BotTable:
    """A game with the bots at its seats and their thinking times."""

    def __init__(self, board: Board, bots: Sequence[str], seed: str, deal: int, order: int = 0) -> None:
        self.names = tuple(bots)
        self.watch: Watch | None = None
        self.keeps_record = False
        self.seed, self.deal, self.order = seed, deal, order
        self.game = Game.new(board, players=len(bots), seed=f"{seed}/{deal}")
        self.first = self.game.view().turn
        self.thinking = [Thinking() for _ in bots]
        self.passes = 0

    def play(self, watch: Watch | None = None, keep_record: bool = False) -> Outcome:
        """Play the game; a bot's mistake ends it."""
        self.watch, self.keeps_record = watch, keep_record
        try:
            self._play_out([self._sit_down(seat) for seat in range(self.game.players)])
        except BotMistake as mistake:
            return self._failed(mistake)
        return self._played()

    def _sit_down(self, seat: int) -> Bot:
        try:
            with watched(self.watch, seat):
                return make_bot(self.names[seat], self.game.board, self._dice(seat))
        except FAULTS as error:
            raise _raised(seat, error) from error

    def _dice(self, seat: int) -> int:
        """Return the seed of a bot's random numbers, independent of the cards."""
        text = f"{self.seed}/{self.deal}/{self.order}/{seat}".encode("utf-8", "surrogatepass")
        return int.from_bytes(hashlib.blake2b(text, digest_size=4, person=b"semafor bots").digest())

    def _play_out(self, bots: list[Bot]) -> None:
        game = self.game
        while not game.over:
            for seat in game.pending:
                moves = game.moves(seat)
                # Bots are not asked if there is no choice; this would blur their thinking times.
                move = self._ask(bots[seat], seat, moves) if len(moves) > 1 else moves[0]
                game.play(move, seat)
                self.passes = self.passes + 1 if isinstance(move, Pass) else 0

    def _ask(self, bot: Bot, seat: int, moves: list[Move]) -> Move:
        view = self.game.view(seat)
        start = perf_counter_ns()
        try:
            with watched(self.watch, seat):
                answer = bot.choose(view, moves)
        except FAULTS as error:
            raise _raised(seat, error) from error
        self.thinking[seat].add(perf_counter_ns() - start)
        move = named_move(answer, moves)
        if move is None:
            told = {"answer": str(answer), "n": len(moves)}
            raise BotMistake(seat, Phrase("told.bot-named-none", told))
        return move

    def _failed(self, mistake: BotMistake) -> FailedGame:
        return FailedGame(
            deal=self.deal,
            order=self.order,
            bot=self.names[mistake.seat],
            seat=mistake.seat,
            problem=mistake.problem,
            trace=mistake.trace,
            record=self.game.record().to_json(),
        )

    def _played(self) -> PlayedGame:
        view, result = self.game.view(), self.game.result()
        return PlayedGame(
            deal=self.deal,
            order=self.order,
            first=self.first,
            turns=view.turns,
            decisions=self.game.version,
            stuck=self.passes >= view.players and view.last_turns != 0,
            held=tuple(seat.tickets for seat in view.seats),
            racked=tuple(side.rack_tickets for side in view.sides),
            sides=tuple(self._side(view, side) for side in result.sides),
            record=self.game.record() if self.keeps_record else None,
        )

    def _side(self, view: View, side: SideResult) -> PlayedSide:
        board, thinking = self.game.board, Thinking()
        for seat in side.seats:
            thinking.merge(self.thinking[seat])
        owned = {route for route, owner in view.routes.items() if owner in side.seats}
        done = {ticket.ticket: ticket.completed for ticket in side.tickets}
        return PlayedSide(
            score=side.total,
            rank=side.rank,
            route_points=side.routes,
            ticket_points=side.ticket_points,
            completed=side.completed,
            longest=side.longest,
            routes=tuple(number for number, name in enumerate(board.route_names) if name in owned),
            tickets={n: done[name] for n, name in enumerate(board.ticket_names) if name in done},
            thinking=thinking,
        )


def _raised(seat: int, error: BaseException) -> BotMistake:
    cause = error.__cause__ if isinstance(error, BadSetup) and error.__cause__ else error
    raised = " ".join(f"{type(cause).__name__}: {cause}".split())
    return BotMistake(seat, Phrase("told.bot-raised", {"error": raised}), traceback.format_exc())


def mistakes_forfeit(
    outcomes: Generator[Outcome | None, None, None], players: int, team_size: int
) -> Generator[PlayedGame | None, None, None]:
    """Turn games that a mistake ended into games lost by the bot that made it."""
    with closing(outcomes):
        for outcome in outcomes:
            yield forfeited(outcome, players, team_size) if isinstance(outcome, FailedGame) else outcome


def forfeited(failed: FailedGame, players: int, team_size: int) -> PlayedGame:
    """Return a game in which only the ranks count: the side with the mistake is last, all others win."""
    sides = players // team_size
    loser = failed.seat // team_size
    return PlayedGame(
        deal=failed.deal,
        order=failed.order,
        first=0,
        turns=0,
        decisions=0,
        stuck=False,
        held=(0,) * players,
        racked=(0,) * sides,
        sides=tuple(_side(sides if side == loser else 1) for side in range(sides)),
        forfeit=Forfeit(failed.seat, failed.bot, failed.problem),
    )


def _side(rank: int) -> PlayedSide:
    return PlayedSide(
        score=0,
        rank=rank,
        route_points=0,
        ticket_points=0,
        completed=0,
        longest=0,
        routes=(),
        tickets={},
        thinking=Thinking(),
    )
