"""Every refusal: its code, its rule, and that nothing changed by it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest

from semafor import Game, IllegalMove, Move, SemaforError
from semafor.moves import Claim, Draw, Keep, PayExtra, Payment, Pick, Share
from tests.error_codes import untried_codes
from tests.positions import FOUR_TRAINS_LEFT, PLAIN_MARKET, all_seen, position, refused, with_stations

TUNNEL = "Madrid-Pamplona/black"


class Case(NamedTuple):
    """A position, moves that lead to it, and a move that is refused there."""

    code: str
    rule: str | None
    move: Move | str
    said: Mapping[str, Any] = MappingProxyType({})
    before: tuple[str, ...] = ()
    seat: int | None = None


TUNNEL_TRIED: dict[str, Any] = {
    "hands": {0: {"black": 4, "white": 3, "wild": 4}},
    "deck": ["black", "wild", "red"],
    "market": PLAIN_MARKET,
}
ASIA = {"board": "asia", "players": 4}
ONLY_FESTIVALS = {"board": "iberia", "players": 2, "market": PLAIN_MARKET, "rest": 1}
IBERIA = {"board": "iberia", "players": 2, "hands": {0: {"red": 2, "orange": 3}}}
CLAIM = "claim Constantinople-Sofia"
RED = {"hands": {0: {"red": 5, "wild": 1}}}

ILLEGAL = [
    Case("no-such-seat", None, "draw deck", seat=2),
    Case("no-such-seat", None, "draw deck", seat=-1),
    Case("game-over", "BASE-24", "draw deck", {"last_turns": 1}, ("draw deck", "draw deck")),
    Case("game-over", "BASE-24", "draw deck", {"last_turns": 1}, ("draw deck", "draw deck"), 0),
    Case("not-your-turn", None, "draw deck", seat=1),
    Case("not-now", None, "refuse"),
    Case("not-now", None, "draw tickets", before=("draw deck",)),
    Case("unknown-name", None, Claim("Nowhere", Payment("red", 1, 0)), RED),
    Case("unknown-name", None, Claim("Athina-Sofia", Payment("pink", 3, 0)), RED),
    # claiming
    Case("route-taken", "BASE-12", f"{CLAIM} 3 blue", {"routes": {"Constantinople-Sofia": 1}}),
    Case(
        "own-strand", "BASE-14", "claim Bruxelles-Paris/red 2 red", {"routes": {"Bruxelles-Paris/yellow": 0}}
    ),
    Case(
        "strand-closed",
        "BASE-14",
        "claim Bruxelles-Paris/red 2 red",
        {"routes": {"Bruxelles-Paris/yellow": 1}},
    ),
    Case(
        "too-few-pieces",
        "BASE-12",
        "claim Petrograd-Wilno 4 blue",
        {"routes": {**FOUR_TRAINS_LEFT, "Dieppe-Paris": 0}},
    ),
    Case("wrong-number", "BASE-10", "claim Sarajevo-Zágráb 4 red", RED),
    Case("wrong-colour", "BASE-10", f"{CLAIM} 3 red", RED),
    Case("too-few-wilds", "BASE-15", "claim Palermo-Smyrna 5 red 1 wild", RED),
    Case("cards-missing", "BASE-10", f"{CLAIM} 3 blue", RED),
    Case("cards-missing", "BASE-10", "claim Sarajevo-Zágráb 1 red 2 wild", RED),
    # malformed payments
    Case("bad-payment", "BASE-1", Claim("Sarajevo-Zágráb", Payment("wild", 3, 0)), RED),
    Case("bad-payment", None, Claim("Sarajevo-Zágráb", Payment("red", 4, -1)), RED),
    Case("bad-payment", None, Claim("Petrograd-Stockholm", Payment("red", -1, 9)), RED),
    Case("no-teams", "ASI-7", "claim Sarajevo-Zágráb 3 red (rack 1 red)", RED),
    # tunnels
    Case("wrong-colour", "BASE-16", "pay 2 white", TUNNEL_TRIED, (f"claim {TUNNEL} 3 black",)),
    Case("wrong-colour", "BASE-17", "pay 1 black", TUNNEL_TRIED, (f"claim {TUNNEL} 3 wild",)),
    Case("wrong-number", "BASE-16", "pay 1 black", TUNNEL_TRIED, (f"claim {TUNNEL} 3 black",)),
    Case("cards-missing", "BASE-18", "pay 2 black", TUNNEL_TRIED, (f"claim {TUNNEL} 3 black",)),
    Case(
        "wrong-colour", "BASE-16", PayExtra(Payment("pink", 2, 0)), TUNNEL_TRIED, (f"claim {TUNNEL} 3 black",)
    ),
    # stations
    Case("no-stations", None, "build Chicago 1 red", {"board": "usa", **RED}),
    Case(
        "no-station-left", "EUR-8", "build Wien 4 red", RED | {"stations": {"Roma": 0, "Paris": 0, "Riga": 0}}
    ),
    Case("station-there", "EUR-8", "build Roma 1 red", RED | {"stations": {"Roma": 1}}),
    Case("no-city", "EUR-8", "build Junction east 1 red", {**ASIA, **RED, "board": with_stations("asia")}),
    Case("wrong-number", "EUR-9", "build Roma 2 red", RED),
    Case("cards-missing", "EUR-9", "build Roma 1 blue", RED),
    # drawing cards and tickets
    Case("no-market-place", "BASE-5", Draw(0)),
    Case("no-market-place", "BASE-5", Draw(6)),
    Case("deck-exhausted", "BASE-8", "draw deck", {"market": PLAIN_MARKET, "rest": 1}),
    Case("deck-exhausted", "BASE-8", "draw market 1", {"market": PLAIN_MARKET, "rest": 1}),
    Case(
        "deck-exhausted",
        "BASE-8",
        "draw deck",
        {"market": PLAIN_MARKET, "deck": ["red"], "rest": 1},
        ("draw deck",),
    ),
    Case("no-card-there", "BASE-4", "draw market 1", ONLY_FESTIVALS, ("draw market 1",)),
    Case("wild-second", "BASE-6", "draw market 1", {"market": ["wild", *PLAIN_MARKET[1:]]}, ("draw deck",)),
    Case("no-tickets", "BASE-22", "draw tickets", {"other_tickets": "out"}),
    Case("too-few-kept", "BASE-22", "keep nothing", before=("draw tickets",)),
    Case("not-offered", "BASE-22", "keep Paris-Wien", before=("draw tickets",)),
    Case("can-move", "BASE-9", "pass"),
    # Iberia
    Case("before-draft", "IBE-11", "draw tickets", {**IBERIA, "drafts": 1}),
    Case(
        "no-festival",
        "IBE-9",
        "festival Madrid",
        {**IBERIA, "festivals_open": {"cadiz": 1}},
        ("claim Cádiz-Sevilla/orange 1 orange",),
    ),
    Case(
        "no-festival",
        "IBE-9",
        "festival Sevilla",
        {**IBERIA, "festivals_open": {"cadiz": 1}},
        ("claim Cádiz-Sevilla/orange 1 orange",),
    ),
    # Asia
    Case("no-teams", "ASI-10", "share Paris-Wien", {"tickets": {0: ["Paris-Wien"]}}),
    Case("cannot-share", "ASI-10", "share Bombay-Madras", ASIA),
    Case("cannot-share", "ASI-10", "share nothing", ASIA),
    Case("cannot-share", "ASI-10", Share(("Bombay-Madras", "Kunming-Rangoon", "Canton-Shanghai")), ASIA),
    Case(
        "not-kept",
        "ASI-9",
        "rack Kunming-Rangoon",
        {**ASIA, "ticket_deck": ["Hong Kong-Vientiane", "Karachi-Rawalpindi", "Kunming-Rangoon"]},
        (
            "draw tickets",
            "keep Hong Kong-Vientiane, Karachi-Rawalpindi",
        ),
    ),
    Case(
        "wrong-split",
        "ASI-7",
        "claim Baroda-Karachi 2 white (rack 2 white)",
        {
            **ASIA,
            "hands": {0: {"white": 2}},
            "racks": {0: {"white": 1}},
        },
    ),
    Case(
        "cards-missing",
        "BASE-10",
        "claim Baroda-Karachi 2 white",
        {
            **ASIA,
            "hands": {0: {"white": 1}, 2: {"white": 1}},
        },
    ),
    # texts
    Case("unknown-move", None, "fly Wien"),
    Case("unknown-move", None, ""),
    Case("unknown-move", None, "draw market 6"),
    Case("unknown-move", None, "draw wild"),
    Case("unknown-move", None, "put table"),
    Case("unknown-move", None, "pass twice"),
    Case("unknown-payment", None, "claim Athina-Sofia 3 pink"),
    Case("unknown-payment", None, "claim Athina-Sofia"),
    Case("unknown-payment", None, "claim Athina-Sofia 3 violet 1 red"),
    Case("unknown-payment", None, "claim Athina-Sofia 3 wild 2 wild"),
    Case("unknown-payment", None, f"claim Athina-Sofia {'9' * 5000} violet"),
    Case("unknown-payment", None, "claim Athina-Sofia 3 violet (rack 1 red)"),
    Case("unknown-route", None, "claim Athina-Roma 3 violet"),
    Case("unknown-route", None, "claim Paris-Bruxelles 3 red"),
    Case("unknown-place", None, "build Atlantis 1 red"),
    Case("unknown-festival", None, "festival Atlantis"),
    Case("unknown-ticket", None, "keep Paris-Atlantis"),
    Case("unknown-ticket", None, "pick Paris-Atlantis"),
]


@pytest.mark.parametrize("case", ILLEGAL, ids=lambda case: f"{case.code} {str(case.move)[:40]}")
def test_a_refused_move_changes_nothing(case: Case) -> None:
    game = position(**case.said)
    for move in case.before:
        game.play(move)
    error = refused(game, case.move, case.seat)
    assert (error.code, error.rule) == (case.code, case.rule)


@pytest.mark.parametrize(
    ("move", "seat", "code", "rule"),
    [
        ("draw deck", None, "which-seat", "BASE-23"),
        ("draw deck", 0, "not-now", None),
        (Keep(()), 1, "too-few-kept", "BASE-23"),
    ],
)
def test_a_refused_starting_choice_changes_nothing(
    move: Move | str, seat: int | None, code: str, rule: str | None
) -> None:
    error = refused(Game.new("europe", players=3, seed=1), move, seat)
    assert (error.code, error.rule) == (code, rule)


def test_a_ticket_named_twice_is_kept_once() -> None:
    game = Game.new("europe", players=2, seed=1)
    own = game.view(0).own
    assert own is not None
    error = refused(game, Keep((own.offer[0], own.offer[0])), 0)
    assert (error.code, error.sentence) == ("too-few-kept", "Keep at least 2 tickets, not 1.")


def test_a_refused_draft_changes_nothing() -> None:
    game = Game.new("iberia", players=2, seed=1)
    own = game.view(1).own
    assert own is not None
    assert refused(game, Pick(own.offer[0]), 0).code == "not-offered"
    while isinstance(move := game.moves(game.pending[0])[0], Pick):
        game.play(move, game.pending[0])
    error = refused(game, Keep(()), 0)
    assert (error.code, error.rule) == ("wrong-number-kept", "IBE-4")


@pytest.mark.parametrize("seat", [2, -1, 99, True, 1.0])
def test_looking_from_a_seat_that_does_not_exist(seat: Any) -> None:
    game = position()
    for look in (game.view, game.moves, lambda seat: game.play("draw deck", seat)):
        with pytest.raises(IllegalMove) as caught:
            look(seat)
        assert caught.value.code == "no-such-seat"


def test_an_error_shows_its_sentence_and_its_rule() -> None:
    error = refused(position(), "pass")
    assert str(error) == "You can still move, so you cannot pass. (BASE-9)"
    assert isinstance(error, SemaforError)


def test_looking_changes_nothing() -> None:
    game = position(**TUNNEL_TRIED)
    before = game.to_bytes()
    assert all_seen(game) == all_seen(game)
    assert game.to_bytes() == before


@pytest.mark.parametrize(
    "module", ["notation", "games/board_codec", "games/board_game", "games/board_refusals"]
)
def test_every_refusal_is_tried_here(module: str) -> None:
    tried = {case.code for case in ILLEGAL} | {
        "wrong-number-kept",
        "cards-short",
    }  # the latter by check_claim
    assert untried_codes(module, tried) == set()
