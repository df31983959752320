"""The final score: tickets, stations, lines, festivals, bonuses, ranks."""

import numpy as np

from semafor.engine.compile import compiled
from semafor.engine.connections import label_components
from semafor.engine.festivals import score_festivals
from semafor.engine.longest import longest_line
from semafor.engine.state import STATIONS, WORDS, Facts, Result, State, TieBreak
from semafor.engine.stations import best_borrowing, count_stations_left, score_stations, write_borrowed
from semafor.engine.teams import network_of_side, sides


@compiled
def score_game(state: State, facts: Facts, result: Result, work: np.record) -> None:
    """BASE-26: count everything and rank the sides."""
    for side in range(sides(state, facts)):
        score_line(state, facts, side, result, work)
        score_tickets_of_side(state, facts, side, result, work)
    compare_sides(state, facts, result)


@compiled
def count_totals(state: State, facts: Facts, result: Result, work: np.record) -> None:
    """BASE-26: write the points of all sides without ranks; no line is searched where none is rewarded."""
    for side in range(sides(state, facts)):
        if facts.longest_bonus > 0:
            score_line(state, facts, side, result, work)
        score_tickets_of_side(state, facts, side, result, work)
    add_up(state, facts, result)


@compiled
def score_line(state: State, facts: Facts, side: int, result: Result, work: np.record) -> None:
    """BASE-25: a side's longest line."""
    for word in range(WORDS):
        work.routes[word] = network_of_side(state, facts, side, word)
    result.longest[side] = longest_line(facts, work.routes, result.line[side], work.graph)


@compiled
def score_tickets_of_side(state: State, facts: Facts, side: int, result: Result, work: np.record) -> None:
    """BASE-21, EUR-10, ASI-18: tickets on the side's own network and what its stations borrow."""
    plan = work.plan
    for partner in range(facts.team_size):
        for station in range(STATIONS):
            result.borrowed[side * facts.team_size + partner, station] = 0
    for word in range(WORDS):
        work.routes[word] = network_of_side(state, facts, side, word)
    label_components(facts, work.routes, plan.label[0])
    best_borrowing(state, facts, side, plan)
    write_borrowed(plan, result.borrowed)
    result.tickets[side] = plan.best_points
    result.completed[side] = plan.best_done
    result.completed_count[side] = plan.best_count


@compiled
def compare_sides(state: State, facts: Facts, result: Result) -> None:
    """BASE-26: the rest of the score once every side's line and tickets are counted."""
    add_up(state, facts, result)
    rank_sides(state, facts, result)


@compiled
def add_up(state: State, facts: Facts, result: Result) -> None:
    """BASE-26: write bonuses and totals."""
    result.sides = sides(state, facts)
    for side in range(result.sides):
        result.routes[side] = state.score[side]
        result.stations[side] = score_stations(state, facts, side)
        result.festivals[side] = score_festivals(state, facts, side)
    give_bonuses(facts, result)
    for side in range(result.sides):
        result.total[side] = (
            result.routes[side]
            + result.tickets[side]
            + result.stations[side]
            + result.festivals[side]
            + result.longest_bonus[side]
            + result.most_tickets_bonus[side]
        )


@compiled
def give_bonuses(facts: Facts, result: Result) -> None:
    """BASE-25, ASI-18: every side that ties for the lead gets the full bonus; a lead of zero gets none."""
    longest, most = 0, 0
    for side in range(result.sides):
        longest = max(longest, result.longest[side])
        most = max(most, result.completed_count[side])
    for side in range(result.sides):
        leads = longest > 0 and result.longest[side] == longest
        result.longest_bonus[side] = facts.longest_bonus if leads else 0
        leads = most > 0 and result.completed_count[side] == most
        result.most_tickets_bonus[side] = facts.most_tickets_bonus if leads else 0


@compiled
def tie_value(state: State, facts: Facts, result: Result, side: int, tie: int) -> int:
    """EUR-13, BER-10, IBE-13, ASI-19: what a tie-break compares; more is better.

    The Express is the longest line of all, the longest line that of the tied (ASI-19, ruling).
    """
    if tie == TieBreak.TICKETS:
        return result.completed_count[side]
    if tie == TieBreak.STATIONS:
        return count_stations_left(state, facts, side)
    if tie == TieBreak.NONE:
        return 0
    if tie == TieBreak.LONGEST:
        return result.longest[side]
    longest = 0
    for other in range(result.sides):
        longest = max(longest, result.longest[other])
    return longest > 0 and result.longest[side] == longest


@compiled
def decided_by(state: State, facts: Facts, result: Result, a: int, b: int) -> int:
    """Return the tie-break that separates two sides with the same points, or NONE."""
    for i in range(facts.ties.size):
        tie = int(facts.ties[i])
        if tie_value(state, facts, result, a, tie) != tie_value(state, facts, result, b, tie):
            return tie
    return 0


@compiled
def is_ahead(state: State, facts: Facts, result: Result, a: int, b: int) -> bool:
    """BASE-26: whether side a is ahead of side b, by points or by the board's tie-breaks."""
    if result.total[a] != result.total[b]:
        return result.total[a] > result.total[b]
    tie = decided_by(state, facts, result, a, b)
    return tie_value(state, facts, result, a, tie) > tie_value(state, facts, result, b, tie)


@compiled
def breaks_tie(state: State, facts: Facts, result: Result, tie: int) -> bool:
    """Whether this tie-break puts a winner ahead of a side with the same points."""
    for winner in range(result.sides):
        for other in range(result.sides):
            if result.rank[winner] == 1 and result.total[winner] == result.total[other]:
                if tie != TieBreak.NONE and decided_by(state, facts, result, winner, other) == tie:
                    return True
    return False


@compiled
def rank_sides(state: State, facts: Facts, result: Result) -> None:
    """BASE-26: a side's rank is one more than the number of sides ahead of it."""
    for side in range(result.sides):
        result.rank[side] = 1
        for other in range(result.sides):
            result.rank[side] += is_ahead(state, facts, result, other, side)
    result.tie_break = TieBreak.NONE
    for i in range(facts.ties.size):
        if breaks_tie(state, facts, result, int(facts.ties[i])):
            result.tie_break = facts.ties[i]
