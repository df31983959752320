"""From the Card Game's final count to a result with names."""

from __future__ import annotations

from semafor.boards.model import Board
from semafor.engine.cardgame.scoring import score_game
from semafor.engine.cardgame.state import new_card_work
from semafor.engine.state import Facts, State, TieBreak
from semafor.engine.state import Result as Count
from semafor.kinds.names import elements, names_of
from semafor.results import Result, SideResult, TicketResult


def result_of(state: State, board: Board, facts: Facts) -> Result:
    """Everything each seat scored, and who won."""
    work = new_card_work()
    score_game(state, facts, work.result, work)
    sides = tuple(_side_result(state, board, work.result, seat) for seat in range(state.players))
    winners = tuple(side.side for side in sides if side.rank == 1)
    tie = TieBreak(work.result.tie_break)
    return Result(sides, winners, None if tie == TieBreak.NONE else tie.name.lower())


def _side_result(state: State, board: Board, count: Count, seat: int) -> SideResult:
    won = [board.big_cities[city] for city in elements(count.bonuses[seat])]
    return SideResult(
        side=seat,
        seats=(seat,),
        routes=0,
        tickets=_tickets(state, board, seat),
        ticket_points=int(count.tickets[seat]),
        completed=int(count.completed_count[seat]),
        stations=0,
        borrowed={},
        longest=0,
        line=(),
        longest_bonus=0,
        most_tickets_bonus=0,
        festivals=0,
        big_cities={board.place(city.place).name.en: city.points for city in won},
        big_cities_bonus=int(count.bonus[seat]),
        total=int(count.total[seat]),
        rank=int(count.rank[seat]),
    )


def _tickets(state: State, board: Board, seat: int) -> tuple[TicketResult, ...]:
    names, done = names_of(board), int(state.completed[seat])
    held = elements(done | int(state.tickets[seat]))
    return tuple(TicketResult(names.tickets[n], board.tickets[n].points, bool(done >> n & 1)) for n in held)
