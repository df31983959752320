"""What the network is told of the map, from positions: each number beside the action that it is about."""

from __future__ import annotations

from typing import Any

from semafor import Game
from semafor.bots.learned.network_bot import RowWriter
from semafor.bots.learned.reading import reading_of
from semafor.games.arrays import Single


def told(game: Game, seat: int, part: str) -> dict[str, int]:
    """Return the inputs with a prefix, without the prefix."""
    reading = reading_of(game.board)
    row = RowWriter(reading).row(Single(game.board, game.players, game.states), seat)
    return {
        name.removeprefix(f"{part} "): int(byte)
        for name, byte in zip(reading.inputs, row, strict=True)
        if name.startswith(f"{part} ")
    }


def usa(**more: Any) -> Game:
    return Game.position({"board": "usa", "players": 2, **more})


def test_cards_of_the_market_are_told_by_what_they_are_good_for() -> None:
    """Needs are the cards of ticket paths minus those in hand; a wild counts for every colour."""
    market = ["red", "blue", "wild", "green", "black"]
    game = usa(hands={0: {"blue": 2, "red": 1}}, market=market, tickets={0: ["Los Angeles-Seattle"]})
    asked, needed = told(game, 0, "DEMAND"), told(game, 0, "MARKET_NEED")
    held = {"red": 1, "blue": 2}
    assert sum(number for colour, number in asked.items() if colour != "grey") > 0
    lacking = {colour: max(0, asked[colour] - held.get(colour, 0)) for colour in asked if colour != "grey"}
    for place, card in enumerate(market, 1):
        assert needed[str(place)] == (sum(lacking.values()) if card == "wild" else lacking[card])
    assert list(told(game, 0, "MARKET_HELD").values()) == [1, 2, 0, 0, 0]
    assert list(told(usa(market=market), 0, "MARKET_NEED").values()) == [0] * 5


def test_tickets_offered_are_told_in_the_order_of_the_offer() -> None:
    game = Game.new("usa", players=2, seed=5)
    own = game.view(0).own
    assert own is not None
    names = [str(ticket) for ticket in own.offer]
    ways, points = told(game, 0, "WAY"), told(game, 0, "OFFER_POINTS")
    values = dict(zip(game.board.ticket_names, (ticket.points for ticket in game.board.tickets), strict=True))
    for place, name in enumerate(names, 1):
        assert told(game, 0, "OFFER_WAY")[str(place)] == ways[name] > 0
        assert points[str(place)] == values[name]
    assert [points[str(place)] for place in range(len(names) + 1, 7)] == [0] * (6 - len(names))
    other = game.view(1).own
    assert other is not None
    assert told(game, 1, "OFFER_POINTS")["1"] == values[str(other.offer[0])]
