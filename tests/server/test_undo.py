"""Taking back one's own last step: while it showed nothing hidden, and until anybody actions."""

from __future__ import annotations

import random
from pathlib import Path

import msgspec
import pytest

from semafor.errors import SemaforError
from semafor.game import Game
from semafor.server.live.table_loader import rebuild
from semafor.server.messages import CreateTable, TimeControl
from semafor.server.socket_messages import State, Update
from semafor.server.storage.store import StoredTable
from semafor.server.table import journal as en
from semafor.server.table import table_actions as actions
from semafor.server.table import updates
from semafor.server.table.journal import Entry, Written
from semafor.server.table.setup import make_setup
from semafor.server.table.table import Table
from semafor.server.table.updates import card_of, state_of, update_of
from tests.server.serving import quick_config, running, seats, table_of

BOARDS = {"europe": 2, "berlin": 2, "iberia": 2, "asia": 4, "cardgame": 3, "usa": 2}


class Journal:
    """A table with its journal, as it would be stored."""

    def __init__(
        self,
        board: str = "europe",
        players: int = 2,
        time: TimeControl = TimeControl(),  # noqa: B008 - frozen
    ) -> None:
        self.setup = make_setup(
            CreateTable(seats(*["me"] * players), board=board, seed="undo", first=0, time=time),
            "invite",
            None,
        )
        self.table = Table("table", self.setup, self.setup.load_board(), 0.0)
        self.entries: list[Written] = []
        for seat in range(players):
            self.add(en.Sat(seat, "Ada", "person", f"key {seat}"))
        self.add(actions.deal(self.table))

    def add(self, entry: Entry, at: float = 1.0) -> Table:
        self.table = self.table.after(entry, at)
        self.entries.append(Written(self.table.version, at, entry))
        return self.table

    def decide(self, seat: int, move: str, at: float = 1.0) -> Table:
        return self.add(actions.decide(self.table, seat, move, f"{len(self.entries)}"), at)

    def undo(self, seat: int, at: float = 1.0) -> Table:
        return self.add(actions.undo(self.table, seat, f"{len(self.entries)}"), at)

    def read_again(self) -> Table:
        return rebuild(StoredTable("table", 0.0, self.setup, tuple(self.entries)))

    def to_a_turn(self, kind: str) -> str:
        """Decide at random until a move of the given kind is possible, and return it."""
        dice = random.Random(1)
        while True:
            seat = self.table.pending[0]
            moves = [str(move) for move in self.table.moves(seat)]
            if wanted := [move for move in moves if move.startswith(kind)]:
                return wanted[0]
            self.decide(seat, dice.choice([move for move in moves if not move.startswith("claim")] or moves))


def same_game(one: Game | None, other: Game | None) -> bool:
    assert one is not None
    assert other is not None
    return one.to_bytes() == other.to_bytes()


def test_a_claim_is_taken_back_as_if_it_had_never_been() -> None:
    journal = Journal("usa")
    move = journal.to_a_turn("claim")
    before, seat = journal.table, journal.table.pending[0]
    journal.decide(seat, move)
    assert not same_game(before.game, journal.table.game)
    journal.undo(seat)
    assert same_game(before.game, journal.table.game)
    assert journal.table.events == before.events
    assert journal.table.pending == (seat,)
    assert same_game(journal.read_again().game, before.game)
    journal.decide(seat, move)  # and made again
    assert same_game(journal.read_again().game, journal.table.game)


@pytest.mark.parametrize("kind", ["draw deck", "draw market", "draw tickets"])
def test_what_showed_something_hidden_stays(kind: str) -> None:
    journal = Journal("usa")
    move = journal.to_a_turn(kind)
    seat = journal.table.pending[0]
    journal.decide(seat, move)
    with pytest.raises(SemaforError, match="nothing to undo"):
        journal.undo(seat)


def test_a_step_is_taken_back_only_by_who_made_it_and_only_once() -> None:
    journal = Journal("usa")
    move = journal.to_a_turn("claim")
    seat = journal.table.pending[0]
    journal.decide(seat, move)
    with pytest.raises(SemaforError):
        actions.undo(journal.table, 1 - seat, "other")
    journal.undo(seat)
    with pytest.raises(SemaforError):
        journal.undo(seat)


def test_when_the_next_one_has_acted_it_is_too_late() -> None:
    journal = Journal("usa")
    move = journal.to_a_turn("claim")
    seat = journal.table.pending[0]
    journal.decide(seat, move)
    journal.add(en.Said("line", 1 - seat, "nice"))  # talking is not acting
    actions.undo(journal.table, seat, "yet")
    journal.decide(1 - seat, "draw deck")
    with pytest.raises(SemaforError):
        journal.undo(seat)


def test_a_table_keeps_so_many_steps_that_were_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game continues; no further undo is offered, and a request for one is refused with the reason."""
    for module in (actions, updates):
        monkeypatch.setattr(module, "MOST_UNDONE", 2)
    journal = Journal("usa")
    move = journal.to_a_turn("claim")
    seat = journal.table.pending[0]
    for _ in range(2):
        journal.decide(seat, move)
        assert state_of(journal.table, (seat,), None, 1.0, ()).sights[0].undo
        journal.undo(seat)
    journal.decide(seat, move)
    assert not state_of(journal.table, (seat,), None, 1.0, ()).sights[0].undo
    with pytest.raises(SemaforError, match="used up its undos"):
        journal.undo(seat)
    assert same_game(journal.read_again().game, journal.table.game)


def test_nobody_takes_a_bots_step_back() -> None:
    journal = Journal("usa")
    move = journal.to_a_turn("claim")
    seat = journal.table.pending[0]
    journal.add(actions.leave(journal.table, seat))
    journal.add(en.Decided("bot", seat, move))
    with pytest.raises(SemaforError):
        journal.undo(seat)
    journal.add(actions.take_back(journal.table, seat))
    with pytest.raises(SemaforError):
        journal.undo(seat)


def test_open_answers_of_bots_are_taken_back_too() -> None:
    journal = Journal("usa")
    move = journal.to_a_turn("claim")
    before, seat = journal.table, journal.table.pending[0]
    journal.decide(seat, move)
    journal.add(actions.leave(journal.table, 1 - seat))  # a bot plays for the other one
    for answer in ("draw deck", "draw deck"):  # blind: only the bot knows the cards
        journal.add(en.Decided(f"bot {len(journal.entries)}", 1 - seat, answer))
    after = journal.table
    assert after.pending == (seat,)
    assert state_of(after, (seat,), None, 1.0, ()).sights[0].undo
    journal.undo(seat)
    assert same_game(before.game, journal.table.game)
    assert same_game(journal.read_again().game, before.game)
    (sight,) = update_of(after, journal.table, (seat,), card_of(journal.table, 1.0), 1.0, {}).sights
    assert (sight.first_event, sight.events) == (before.events, ())


def test_a_bot_that_reveals_a_card_ends_the_undo() -> None:
    journal = Journal("usa")
    move = journal.to_a_turn("claim")
    seat = journal.table.pending[0]
    journal.decide(seat, move)
    journal.add(actions.leave(journal.table, 1 - seat))
    market = next(str(one) for one in journal.table.moves(1 - seat) if str(one).startswith("draw market"))
    journal.add(en.Decided("bot", 1 - seat, market))  # the market is filled with a card of the deck
    with pytest.raises(SemaforError, match="nothing to undo"):
        journal.undo(seat)


@pytest.mark.parametrize("board", BOARDS)
def test_whatever_can_be_taken_back_moved_no_hidden_card(board: str) -> None:
    journal, dice = Journal(board, BOARDS[board]), random.Random(board)
    undone = 0
    for _ in range(400):
        table = journal.table
        if table.status == "over":
            break
        assert table.game is not None
        seat = dice.choice(table.pending)
        moves = [str(move) for move in table.moves(seat)]
        claims = [move for move in moves if move.startswith(("claim", "place", "build"))]
        before = table.game.view(None)
        journal.decide(seat, dice.choice(claims or moves))
        if journal.table.last_step is not None:
            assert journal.table.game is not None
            after = journal.table.game.view(None)
            assert (after.deck, after.market, after.over) == (before.deck, before.market, False)
            if dice.random() < 0.3:
                journal.undo(seat)
                undone += 1
                assert same_game(journal.table.game, table.game)
    assert undone >= 5
    assert same_game(journal.read_again().game, journal.table.game)
    record = journal.table.game.record() if journal.table.game else None
    assert record is not None
    assert same_game(Game.replay(record), journal.table.game)


def test_events_that_have_not_happened_are_told_no_more() -> None:
    journal = Journal("usa")
    move = journal.to_a_turn("claim")
    seat = journal.table.pending[0]
    start = journal.table
    claimed = journal.decide(seat, move)
    back = journal.undo(seat)
    card = card_of(back, 1.0)
    (sight,) = update_of(claimed, back, (seat,), card, 1.0, {}).sights
    assert (sight.first_event, sight.events, sight.undo) == (start.events, (), False)
    assert update_of(start, claimed, (seat,), card, 1.0, {}).sights[0].undo
    assert not update_of(start, claimed, (1 - seat,), card, 1.0, {}).sights[0].undo
    # A client that was away since the claim gets all events from the undone one on.
    later = journal.decide(seat, "draw deck")
    (missed,) = state_of(later, (seat,), claimed.version, 1.0, ()).sights
    assert missed.first_event == start.events
    assert len(missed.events) == later.events - start.events
    assert update_of(claimed, later, (seat,), card, 1.0, {}).sights[0].first_event == start.events


def test_the_clock_goes_on_where_it_was() -> None:
    journal = Journal("usa", time=TimeControl("game", seconds=100, increment=10))
    for seat in (0, 1):
        journal.decide(seat, str(journal.table.moves(seat)[0]))
    move = journal.to_a_turn("claim")
    seat = journal.table.pending[0]
    left = journal.table.seats[seat].left
    assert left is not None
    journal.decide(seat, move, at=31.0)
    assert journal.table.seats[seat].left == left - 30 + 10
    journal.undo(seat, at=33.0)
    mine, other = journal.table.seats[seat], journal.table.seats[1 - seat]
    assert (mine.left, mine.since, other.since) == (left - 30, 33.0, None)


async def test_a_step_is_taken_back_over_the_line_and_kept(tmp_path: Path) -> None:
    async with running(quick_config(tmp_path)) as server:
        made = await table_of(server, "me", "me", board="usa", start=True, seed="undo", first=0)
        async with server.sit(made.table.id, server.keys) as place, server.sit(made.table.id) as watcher:
            await place.receive_until(State)
            offered = place.moves(0)
            await place.decide(0, offered[0])
            before = msgspec.json.encode(place.sights[0].view)
            await place.decide(1, place.moves(1)[0])
            assert place.sights[1].undo
            assert not place.sights[0].undo
            version = await place.undo(1)
            assert place.version == version
            assert msgspec.json.encode(place.sights[0].view) == before
            assert place.moves(1)
            with pytest.raises(SemaforError, match="nothing to undo"):
                await place.undo(1)
            while watcher.version < version:
                seen = await watcher.receive()
            assert isinstance(seen, Update)
            assert seen.sights[0].view.pending == (1,)
