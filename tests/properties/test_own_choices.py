"""What a view tells its seat of the choices it has already made."""

from __future__ import annotations

from semafor import Game
from semafor.moves import Pick
from semafor.view import Own


def own(game: Game, seat: int) -> Own:
    """The seat's own part of its view."""
    part = game.view(seat).own
    assert part is not None
    return part


def test_picks_show_while_the_draft_lasts_and_not_after() -> None:
    game = Game.new("iberia", players=2, seed=1)
    picked: list[str] = []
    while isinstance(move := game.moves(0)[0], Pick):
        game.play(move, 0)
        picked.append(move.ticket)
        assert list(own(game, 0).chosen) == picked
        game.play(game.moves(1)[0], 1)
    assert own(game, 0).chosen == ()
    assert set(picked) < set(own(game, 0).offer)
    game.play(kept := game.moves(0)[0], 0)
    assert own(game, 0).chosen == kept.tickets  # type: ignore[union-attr]  # a keep by now
    game.play(game.moves(1)[0], 1)
    assert own(game, 0).chosen == ()


def test_starting_tickets_kept_show_until_all_have_chosen() -> None:
    game = Game.new("europe", players=2, seed=1)
    game.play(kept := game.moves(1)[0], 1)
    assert own(game, 1).chosen == kept.tickets  # type: ignore[union-attr]  # a keep
    assert own(game, 0).chosen == ()
    game.play(game.moves(0)[0], 0)
    assert own(game, 1).chosen == ()
