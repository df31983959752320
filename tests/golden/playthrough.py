"""Golden playthroughs: a scenario, played and told line by line, as everyone at the table sees it.

`make golden` plays all scenarios again and writes the playthroughs; review the diff like code.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from semafor import Game, IllegalMove, Payment, View
from semafor.events import Event
from semafor.results import Result, SideResult, TicketResult
from semafor.view import CardOwn, CardView, Own, SeatView, SideView

HERE = Path(__file__).parent
SCENARIOS = HERE / "scenarios"
GAMES = HERE / "games"

Lines = dict[str, str]
"""The table as text, one line per aspect; only changed lines are printed."""


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a playthrough starts and what is decided; `!` before a move says that it must be refused."""

    title: str
    rules: list[str]
    moves: list[str]
    position: dict[str, Any] = {}
    new: dict[str, Any] = {}


def load_scenario(path: Path) -> Scenario:
    """The scenario in a file."""
    return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Scenario)


def tell(scenario: Scenario) -> str:
    """The whole playthrough as text."""
    game = Game.position(scenario.position) if scenario.position else Game.new(**scenario.new)
    told = [f"# {scenario.title} ({', '.join(scenario.rules)})", "", *_setup(scenario), ""]
    table = table_lines(game)
    told += [f"  {line}" for line in table.values()]
    for decision in scenario.moves:
        seat, _, move = decision.partition(" ")
        told += ["", f"seat {seat}> {move.removeprefix('!')}"]
        told += [f"  {line}" for line in _decide(game, int(seat), move)]
        before, table = table, table_lines(game)
        told += [f"  {line}" for key, line in table.items() if before.get(key) != line]
    return "\n".join([*told, "", *result_lines(game), ""])


def _setup(scenario: Scenario) -> Iterator[str]:
    for key, value in (scenario.position or scenario.new).items():
        yield f"{key} = {msgspec.json.encode(value).decode()}"


def _decide(game: Game, seat: int, move: str) -> Iterator[str]:
    """Return the effects of a decision as seen by a spectator and by seats that see more."""
    if move.startswith("!"):
        yield _refusal(game, seat, move[1:])
        return
    known = len(game.events())
    game.play(move, seat)
    seen = [game.events(known, viewer) for viewer in range(game.players)]
    for number, event in enumerate(game.events(known)):
        yield f"- {event}"
        yield from _as_seen(event, [events[number] for events in seen])


def _refusal(game: Game, seat: int, move: str) -> str:
    try:
        game.play(move, seat)
    except IllegalMove as error:
        return f"refused: {error}"
    raise AssertionError(f"'{move}' must be refused")


def _as_seen(event: Event, seen: list[Event]) -> Iterator[str]:
    """Return the complete event with the seats that see more of it than a spectator."""
    knowing = [seat for seat, own in enumerate(seen) if own != event]
    if knowing:
        whole = seen[knowing[0]]
        assert all(seen[seat] == whole for seat in knowing)
        yield f"  seen by {_and(f'seat {seat}' for seat in knowing)}: {whole}"


# ---- the table -------------------------------------------------------------------------------


def table_lines(game: Game) -> Lines:
    """The table in a few lines: what is open, then what each seat knows of its own."""
    view = game.view()
    lines = _open_lines(view)
    for seat in view.seats:
        lines[f"seat {seat.seat}"] = _seat_line(seat)
        mine = game.view(seat.seat).own
        assert mine is not None
        lines[f"own {seat.seat}"] = f"seat {seat.seat} sees {_own_line(mine)}"
        if seat.asked:
            number = _number(len(game.moves(seat.seat)), "move")
            lines[f"asked {seat.seat}"] = f"seat {seat.seat} is asked {mine.ask}: {number}"
    for side in view.sides:
        lines[f"side {side.side}"] = _side_line(side)
    if view.card_game:
        lines |= _card_lines(game, view.card_game)
    return lines


def _card_lines(game: Game, cards: CardView) -> Lines:
    """What only the Card Game has."""
    lines = {"half": f"half {cards.half} of {cards.halves}{', scoring' if cards.scoring else ''}"}
    for seat in cards.seats:
        rows = [str(Payment(row.colour, row.plain, row.wild)) + f" ({row.colour})" for row in seat.siding]
        aside = (
            f"; completed {seat.completed}: {_list(_laid_aside(game, seat.seat))}" if seat.completed else ""
        )
        siding = _list(tuple(rows)) or "empty"
        lines[f"siding {seat.seat}"] = f"siding of seat {seat.seat}: {siding}; {seat.track} on track{aside}"
        mine = game.view(seat.seat).card_game
        if mine and mine.own and (mine.own.track is not None):
            lines[f"pile {seat.seat}"] = f"seat {seat.seat} sees its pile: {_pile_line(mine.own)}"
    for city in cards.big_cities:
        if any(city.tickets):
            lead = _and(f"seat {seat}" for seat in city.leaders) or "unknown"
            most = max(count or 0 for count in city.tickets)
            lines[f"city {city.place}"] = f"{city.place} {city.points}: {lead} with {most}"
    return lines


def _laid_aside(game: Game, seat: int) -> tuple[str, ...]:
    """The completed tickets that their owner may look at (CRD-15)."""
    cards = game.view(seat).card_game
    assert cards is not None
    return cards.seats[seat].completed_tickets or ()


def _pile_line(mine: CardOwn) -> str:
    pile = _counts(mine.track or {})
    if mine.best is None:
        return pile
    best = f"best {_list(mine.best.tickets) or 'nothing'} = {mine.best.points}"
    cities = f", then {_counts(mine.best.big_cities)}" if mine.best.big_cities else ""
    leads = f", leading in {_list(mine.best.leads)}" if mine.best.leads else ""
    return f"{pile}; {best}{cities}{leads}"


def _open_lines(view: View) -> Lines:
    cards = " ".join(card or "–" for card in view.market)
    lines = {
        "cards": f"market {cards}, deck {view.deck}, discards {_counts(view.discards)}",
        "tickets": f"ticket deck {view.ticket_deck}",
    }
    if view.stations:
        lines["stations"] = f"stations {_counts(view.stations)}"
    if view.festivals:
        opened = {name: number for name, number in view.festivals.items() if number}
        lines["festivals"] = f"open festivals {_counts(opened)}"
    if view.last_turns is not None:
        lines["end"] = f"turns left {view.last_turns}"
    return lines


def _seat_line(seat: SeatView) -> str:
    parts = [_number(seat.cards, "card"), _number(seat.tickets, "ticket")]
    parts += [_number(left, kind) for kind, left in seat.pieces.items()]
    parts += [_number(seat.stations, "station")] if seat.stations else []
    parts += [_number(seat.festivals, "festival card")] if seat.festivals else []
    return f"seat {seat.seat} has {', '.join(parts)}"


def _own_line(mine: Own) -> str:
    parts = [f"hand {_counts(mine.hand)}"]
    parts += [f"tickets {_list(mine.tickets)}"] if mine.tickets else []
    parts += [f"offered {_list(mine.offer)}"] if mine.offer else []
    parts += [f"chosen {_list(mine.chosen)}"] if mine.chosen else []
    parts += [f"festivals {_counts(mine.festivals)}"] if mine.festivals else []
    parts += [f"drawn {mine.drawn}"] if mine.drawn else []
    parts += [f"rack {_counts(mine.rack)}"] if mine.rack else []
    parts += [f"rack tickets {_list(mine.rack_tickets)}"] if mine.rack_tickets else []
    return "; ".join(parts)


def _side_line(side: SideView) -> str:
    if len(side.seats) == 1:
        return f"seat {side.side} scored {side.score}"
    rack = f"{_number(side.rack_cards, 'card')}, {_number(side.rack_tickets, 'ticket')}"
    return f"team of {_and(f'seat {seat}' for seat in side.seats)} scored {side.score}; rack {rack}"


def _counts(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {number}" for name, number in counts.items()) or "none"


def _number(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _list(names: tuple[str, ...]) -> str:
    return ", ".join(names)


def _and(names: Iterator[str]) -> str:
    return " and ".join(names)


# ---- the result ------------------------------------------------------------------------------


def result_lines(game: Game) -> Iterator[str]:
    """Everyone's score by category, and who wins."""
    result: Result = game.result()
    yield "final result" if game.over else "result if it ended now"
    for side in result.sides:
        yield f"  {_score(side)}"
        yield from (f"    {_ticket(ticket)}" for ticket in side.tickets)
        yield from (f"    station at {place} uses {route}" for place, route in side.borrowed.items())
        yield from (f"    +{points} {city}" for city, points in side.big_cities.items())
    by = f" by {result.tie_break}" if result.tie_break else ""
    yield f"  won by {_and(f'seat {seat}' for seat in result.winners)}{by}"


def _score(side: SideResult) -> str:
    parts = {
        "routes": side.routes,
        "tickets": side.ticket_points,
        "stations": side.stations,
        "longest line": side.longest_bonus,
        "most tickets": side.most_tickets_bonus,
        "festivals": side.festivals,
        "big cities": side.big_cities_bonus,
    }
    who = _and(f"seat {seat}" for seat in side.seats)
    sums = ", ".join(f"{name} {points}" for name, points in parts.items() if points) or "nothing"
    return f"{side.rank}. {who}: {sums} = {side.total}; line of {side.longest}, {side.completed} completed"


def _ticket(ticket: TicketResult) -> str:
    if not ticket.completed:
        return f"-{ticket.points} {ticket.ticket}"
    by = f" by {_list(ticket.path)}" if ticket.path else ""
    return f"+{ticket.points} {ticket.ticket}{by}"


def main() -> None:
    """Play every scenario again and write its playthrough."""
    for stale in GAMES.glob("*.txt"):
        stale.unlink()
    for path in sorted(SCENARIOS.glob("*.toml")):
        text = tell(load_scenario(path))
        (GAMES / f"{path.stem}.txt").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
