"""Options of a table, by `Game.new`; and errors for seats and viewers that are not there."""

from __future__ import annotations

from typing import Any

import pytest

from semafor import BadSetup, Game, IllegalMove


def test_every_option_of_the_card_game_can_be_said() -> None:
    """CRD-4, CRD-5, CRD-15: the table options of the Card Game."""
    said: dict[str, Any] = {"open_track": True, "locomotives_leave": "first", "open_completed": True}
    game = Game.new("cardgame", players=2, seed=1, **said)
    options = game.board.options.card_game
    assert options is not None
    assert {name: getattr(options, name) for name in said} == said
    again = Game.replay(game.record())
    assert again.board == game.board


def test_options_of_a_board_can_be_said() -> None:
    game = Game.new("europe", players=3, seed=1, stations=None, ties=("tickets",), longest_bonus=0)
    assert game.board.options.stations is None
    assert game.view().seats[0].stations == 0


@pytest.mark.parametrize(
    "said", [{"open_track": True}, {"flying": True}, {"hand": "many"}, {"hand": 99}, {"stations": 3}]
)
def test_an_option_that_cannot_be_is_refused(said: dict[str, Any]) -> None:
    with pytest.raises(BadSetup) as caught:
        Game.new("europe", players=3, **said)
    assert caught.value.code == "bad-options"


@pytest.mark.parametrize("seat", [9, -1, 0.0, "0"])
def test_a_seat_that_is_not_there_is_refused(seat: Any) -> None:
    game = Game.position({"players": 2})
    for ask in (lambda: game.events(viewer=seat), lambda: game.view(seat), lambda: game.moves(seat)):
        with pytest.raises(IllegalMove) as caught:
            ask()
        assert caught.value.code == "no-such-seat"
    with pytest.raises(IllegalMove) as caught:
        game.play("draw deck", seat)
    assert caught.value.code == "no-such-seat"
    assert game.version == 0


def test_tickets_that_a_position_does_not_mention_are_shuffled() -> None:
    tops = set()
    for seed in range(6):
        game = Game.position({"players": 2, "seed": seed, "ticket_deck": ["Paris-Wien"]})
        game.play("draw tickets")
        own = game.view(0).own
        assert own is not None
        tops.add(own.offer)
    assert len(tops) > 1
    assert all(offer[0] == "Paris-Wien" for offer in tops)
