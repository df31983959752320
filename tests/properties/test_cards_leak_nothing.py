"""CRD-5: what a viewer cannot know may be anything, and the viewer's view, moves and events stay the same."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from random import Random

import msgspec
import pytest

from semafor import Game, View
from semafor import events as ev
from semafor.engine.state import Array
from semafor.games.card_view import CardViewer
from semafor.games.kind import Plain
from tests.card_games import TABLES, deal_table, play_on
from tests.card_scramble import other_world

SECRETS: dict[str, Callable[[Plain, int], int]] = {
    "a hand": lambda state, other: state.hand[other][0],
    "a ticket": lambda state, other: state.tickets[other] % 1009,
    "the top of the deck": lambda state, _other: state.deck[state.deck_next],
    "the next ticket": lambda state, _other: state.ticket_deck[state.ticket_next],
    "an offer": lambda state, other: state.offer[other][0],
    "a choice": lambda state, other: state.choice[other],
    "a completed ticket": lambda state, other: state.completed[other] % 1009,
    "a completion": lambda state, other: state.completing[other] % 1009,
    "a pile": lambda state, other: state.track[other][1],
    "the key": lambda state, _other: state.key[2] % 1009,
}
"""Hidden information that a wrong view could show."""


def positions(players: int, option: str, seeds: int) -> Iterator[tuple[Game, Random]]:
    """Yield positions of a few random games."""
    for seed in range(seeds):
        game, chance = deal_table(players, option, seed), Random(seed)
        while not game.over:
            yield game, chance
            play_on(game, chance, 1 if game.version < players else 3)


def leak(game: Game, viewer: int | None, chance: Random) -> str | None:
    """What shows a secret to the viewer, or None."""
    world = other_world(game, viewer, chance)
    if msgspec.json.encode(game.view(viewer)) != msgspec.json.encode(world.view(viewer)):
        return "view"
    if viewer is not None and game.moves(viewer) != world.moves(viewer):
        return "moves"
    return None


@pytest.mark.parametrize(("players", "option"), TABLES)
def test_nothing_hidden_shows(players: int, option: str) -> None:
    """CRD-5: hands, tickets, piles, choices and decks of others are not shown."""
    for game, chance in positions(players, option, 3):
        for viewer in (*range(players), None):
            assert leak(game, viewer, chance) is None, (viewer, game.version)


@pytest.mark.parametrize("secret", SECRETS)
def test_a_view_that_leaks_is_found(secret: str, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = CardViewer.views

    def leaky(self: CardViewer, states: Array, viewers: Iterable[int | None]) -> list[View]:
        asked, tell = list(viewers), SECRETS[secret]
        told = [tell(Plain(states), 1 if viewer == 0 else 0) for viewer in asked]
        seen = honest(self, states, asked)
        return [msgspec.structs.replace(view, turns=turns) for view, turns in zip(seen, told, strict=True)]

    monkeypatch.setattr(CardViewer, "views", leaky)
    found = (leak(game, viewer, chance) for game, chance in positions(4, "plain", 4) for viewer in (0, None))
    assert any(found)


def test_the_own_pile_is_hidden_from_its_owner() -> None:
    """CRD-5: the view shows its size until the scoring round; with `open_track` its content."""
    said = {"board": "cardgame", "players": 2, "tracks": {0: {"red": 3, "wild": 1}}}
    for option, seen in (("plain", None), ("open_track", {"red": 3, "wild": 1})):
        game = Game.position({**said, "board": deal_table(2, option, 0).board})
        mine, other = game.view(0).card_game, game.view(1).card_game
        assert mine is not None
        assert other is not None
        assert mine.own is not None
        assert other.own is not None
        assert mine.seats[0].track == other.seats[0].track == 4
        assert mine.own.track == seen
        assert other.own.track == (None if option == "plain" else {})


def test_events_hide_what_others_draw_and_are_dealt() -> None:
    """CRD-7, CRD-11, CRD-17: a blind card, offers, kept tickets and dealt cards are for their seat only."""
    game, chance = deal_table(4, "plain", 2), Random(2)
    play_on(game, chance, 10_000)
    secret = {ev.Drew: "card", ev.Offered: "tickets", ev.Kept: "tickets", ev.Dealt: "card"}
    found = set()
    for whole, seen in zip(game.events(0, "all"), game.events(0, 1), strict=True):
        field = secret.get(type(whole))
        if field and whole.seat != 1 and getattr(whole, "market", None) is None:  # type: ignore[union-attr]  # events that have no seat have no such field
            assert getattr(whole, field) is not None
            assert getattr(seen, field) is None
            found.add(type(whole))
        else:
            assert seen == whole
    assert found == set(secret)


def sidings(game: Game, viewer: ev.Viewer) -> list[ev.Event]:
    """What the log tells a viewer of cards that moved to a siding or onto a track."""
    shown = (ev.RolledOut, ev.RowPlaced, ev.ThreePlaced)
    return [event for event in game.events(0, viewer) if isinstance(event, shown)]


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_the_log_does_not_list_the_piles(viewer: int | None) -> None:
    """CRD-5: roll-outs are told until the turn ends, rows until their owner plays again."""
    game, chance = deal_table(4, "plain", 2), Random(2)
    forgotten, scored = 0, False
    play_on(game, chance, 1)
    while not game.over:
        events = game.events(0, viewer)
        turns = [n for n, event in enumerate(events) if isinstance(event, ev.TurnBegan | ev.ScoringBegan)]
        forgotten += sum(isinstance(event, ev.Withdrawn) for event in events)
        assert not any(isinstance(event, ev.RolledOut) for event in events[: max(turns, default=0)])
        for seat in range(4):
            own = [n for n in turns if events[n] == ev.TurnBegan(seat)]
            rows = [event for event in events[: max(own, default=0)] if isinstance(event, ev.RowPlaced)]
            assert not any(row.seat == seat for row in rows)
        scored = scored or isinstance(events[-1], ev.ScoringBegan)
        play_on(game, chance, 1)
    assert forgotten
    assert scored
    assert sidings(game, viewer) == sidings(game, "all")


def test_events_known_and_sent_again_are_the_events() -> None:
    """CRD-5: a client that is sent every event from the first changed one on has no old entry left."""
    game, chance = deal_table(3, "plain", 4), Random(4)
    known: list[ev.Event] = []
    while True:
        play_on(game, chance, 1)
        if game.over:
            break
        first = game.first_changed(len(known))
        known[first:] = game.events(first, 1)
        assert known == game.events(0, 1)


def test_with_an_open_track_the_log_keeps_everything() -> None:
    game, chance = deal_table(2, "open_track", 3), Random(3)
    play_on(game, chance, 40)
    assert not game.over
    assert sidings(game, 0) == sidings(game, "all") != []
    assert game.first_changed(5) == 5


def test_nothing_is_told_while_others_still_choose() -> None:
    """CRD-2, CRD-14: an answer is no event before the last seat has answered."""
    game, chance = deal_table(4, "plain", 5), Random(5)
    rounds = 0
    while not game.over:
        together, seat = len(game.pending) > 1, chance.choice(game.pending)
        happened = game.play(chance.choice(game.moves(seat)), seat)
        rounds += together
        assert not (together and happened)
    assert rounds >= 3 * 3  # the start and two scoring rounds
