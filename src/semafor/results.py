"""The final score as typed values."""

import msgspec


class TicketResult(msgspec.Struct, frozen=True):
    """A ticket at the end: whether completed, and by which routes (none in the Card Game)."""

    ticket: str
    points: int
    completed: bool
    path: tuple[str, ...] = ()


class SideResult(msgspec.Struct, frozen=True):
    """Everything that a seat, or a team, scored."""

    side: int
    seats: tuple[int, ...]
    routes: int
    tickets: tuple[TicketResult, ...]
    ticket_points: int
    completed: int
    stations: int
    borrowed: dict[str, str]
    """For each station's place the opponent's route it used."""
    longest: int
    line: tuple[str, ...]
    """The routes of the longest line, in order."""
    longest_bonus: int
    most_tickets_bonus: int
    festivals: int
    big_cities: dict[str, int]
    """Card Game: the bonuses won, by city."""
    big_cities_bonus: int
    """Their total points."""
    total: int
    rank: int


class Result(msgspec.Struct, frozen=True):
    """The sides with their scores, and the winners."""

    sides: tuple[SideResult, ...]
    winners: tuple[int, ...]
    """Seats that win or share the win."""
    tie_break: str | None
    """The tie-break that decided between sides with the most points, if any."""
