"""Worlds that a seat cannot rule out: it sees the same, nothing is lost or made, and its memory holds."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from semafor import Board, Game, board_names, load_board
from semafor.engine.state import DRAFT_CARD, Array, Ask
from semafor.games.arrays import Single
from semafor.games.board_facts import elements
from semafor.games.lookup import kind_of
from semafor.knowledge.card_worlds import fit_points
from semafor.knowledge.memory import ExactTicketMemory, SeatMemory
from semafor.knowledge.sampler import another_world, new_sampler, world_of_view
from semafor.moves import Keep, Pick
from semafor.seeds import key_of
from tests.worlds.world_contents import cards_of, deck_tickets, tickets_of

TABLES = [(name, players) for name in board_names() for players in load_board(name).options.players]
LOOKS = 12
"""Number of positions sampled per game, besides all with a rare question."""
OFTEN_ASKED = ("turn", "second-card")


class Witness:
    """The tickets a seat has seen, recorded independently of the sampler's memory."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.out: set[int] = set()
        """Tickets that the seat sent out of the game."""
        self.passed: set[int] = set()
        """Tickets that it passed on in the draft that is going on: others have them."""
        self.under: dict[int, int] = {}
        """Tickets that it sent under the deck, with how many lie above."""

    def check(self, states: Array) -> None:
        """A world agrees with what the seat has seen."""
        state, deck = states[0], deck_tickets(states[0])
        assert not self.out & set(tickets_of(state))
        if any(ask in (Ask.PICK, Ask.DRAFT_KEEP) for ask in state.ask):
            assert not self.passed & set(deck)
        assert self.under.keys() <= set(deck)
        if self.board.options.start_tickets.long:
            assert not any(self.board.tickets[ticket].long for ticket in deck)


def check_same(real: Array, world: Array) -> None:
    """No card or ticket is lost or made."""
    assert cards_of(world[0]) == cards_of(real[0])
    tickets = tickets_of(world[0])
    assert len(tickets) == len(set(tickets)) == len(tickets_of(real[0]))
    deck = world[0].deck[: world[0].deck_end].tolist()
    assert deck.count(DRAFT_CARD) <= 1
    if DRAFT_CARD in deck:
        there = real[0].deck[real[0].deck_next : real[0].deck_end].tolist()
        assert abs(deck.index(DRAFT_CARD) - there.index(DRAFT_CARD)) in (0, 2, 3, 4)


def asked_rarely(game: Game, seat: int) -> bool:
    own = game.view(seat).own
    return own is not None and own.ask not in OFTEN_ASKED


# ---- from views --------------------------------------------------------------------------------


@pytest.mark.parametrize(("board", "players"), TABLES)
def test_a_world_of_a_view(board: str, players: int) -> None:
    chance = Random(f"{board} {players}")
    game = Game.new(board, players=players, seed=players + 10)
    memories = [SeatMemory(game.board) for _ in range(players)]
    witnesses = [Witness(game.board) for _ in range(players)]
    length = players * (40 + 4 * sum(game.board.options.pieces.values()))
    looks = set(chance.sample(range(length), LOOKS)) | set(range(2 * players))
    for step in range(length):
        if game.over:
            break
        seat = chance.choice(game.pending)
        view, moves = game.view(seat), game.moves(seat)
        if step in looks or asked_rarely(game, seat):
            world = world_of_view(game.board, view, memories[seat], chance.getrandbits(40))
            assert kind_of(game.board).view(world, seat) == view
            assert kind_of(game.board).moves(world, seat) == moves
            check_same(game.states, world)
            witnesses[seat].check(world)
        move = chance.choice(moves)
        memories[seat].note(view, move)
        note_of_view(witnesses[seat], game, seat, move)
        game.play(move, seat)


def note_of_view(witness: Witness, game: Game, seat: int, move: object) -> None:
    """Record what the seat passes on or discards."""
    own = game.view(seat).own
    assert own is not None
    numbers = {name: number for number, name in enumerate(game.board.ticket_names)}
    offer = {numbers[ticket] for ticket in own.offer}
    if isinstance(move, Pick):
        if len(offer) == (game.board.options.draft.count if game.board.options.draft else 0):
            witness.passed = set()
        witness.passed |= offer
        witness.passed -= {numbers[ticket] for ticket in (move.ticket, *own.chosen)}
    elif isinstance(move, Keep) and own.ask == "draft-keep":
        witness.passed = set()
    elif isinstance(move, Keep) and own.ask == "start-keep":
        if game.board.options.start_tickets.rejected == "out":
            witness.out |= offer - {numbers[ticket] for ticket in move.tickets}


# ---- completed tickets of the Card Game ---------------------------------------------------------

COMPLETED = {
    1: ["Chicago-Miami", "Seattle-Denver"],
    2: ["New York-Chicago/2"],
    3: ["Chicago-Dallas", "Los Angeles-Pittsburgh", "New York-Miami"],
}


def second_half() -> Game:
    """A game of four in its second half: three seats have laid completed tickets face down."""
    described = {"board": "cardgame", "players": 4, "half": 2, "completed": COMPLETED}
    return Game.position(described)


@pytest.mark.rule("CRD-15")
def test_tickets_that_lie_face_down_are_worth_what_everyone_saw_scored() -> None:
    game, sets = second_half(), set()
    view, worth = game.view(0), [ticket.points for ticket in game.board.tickets]
    for seed in range(20):
        world = world_of_view(game.board, view, seed=seed)
        check_same(game.states, world)
        assert kind_of(game.board).view(world, 0) == view
        for seat, mask in enumerate(world[0].completed[:4]):
            assert sum(worth[ticket] for ticket in elements(mask)) == view.sides[seat].score
        sets.add(tuple(world[0].completed.tolist()))
    assert len(sets) > 15, "but which tickets they are the view does not tell"


@pytest.mark.rule("CRD-15")
def test_a_seat_that_was_there_remembers_the_completed_tickets() -> None:
    game = second_half()
    world = another_world(game.board, game.states, 0, ExactTicketMemory(game.board), 7)
    assert world[0].completed.tolist() == game.states[0].completed.tolist()
    check_same(game.states, world)


def test_points_that_no_tickets_have_are_told() -> None:
    """For an impossible position the sampler ends and reports it."""
    facts, sampler = kind_of(load_board("cardgame")).facts, new_sampler(1)
    sampler.pool[:6] = range(6)
    assert not fit_points(facts, sampler, 6, 2, 1)
    assert not fit_points(facts, sampler, 2, 2, 1)
    assert sorted(sampler.pool[:6].tolist()) == list(range(6))


# ---- from states, also within moves -------------------------------------------------------------


@pytest.mark.parametrize(("board", "players"), TABLES)
def test_another_world_in_the_middle_of_decisions(board: str, players: int) -> None:
    chance, played = Random(f"{players} {board}"), load_board(board)
    states, _ = kind_of(played).deal(players, key_of(f"{board} {players}"), None)
    table = Single(played, players, states)
    memories = [ExactTicketMemory(played) for _ in range(players)]
    witnesses = [Witness(played) for _ in range(players)]
    length = players * 90
    looks = set(chance.sample(range(length), 2 * LOOKS)) | set(range(2 * players))
    for step in range(length):
        if table.over:
            break
        seat, before = table.to_play, table.states.copy()
        rare = before["ask"][0, seat] not in (Ask.TURN, Ask.PAYMENT, Ask.SECOND_CARD)
        if step in looks or (rare and chance.random() < 0.5):
            viewer = seat if chance.random() < 0.7 else chance.randrange(players)
            world = another_world(played, table.states, viewer, memories[viewer], chance.getrandbits(40))
            check_same(table.states, world)
            witnesses[viewer].check(world)
            other = Single(played, players, world)
            assert (other.observation(viewer) == table.observation(viewer)).all()
            assert (other.mask(viewer) == table.mask(viewer)).all()
            play_on(other, chance)
        action = int(chance.choice(np.flatnonzero(table.mask(seat))))
        table.apply(seat, action)
        follow(witnesses, before, table.states, seat)
        memories[seat].note(before[0], seat, action)
        for other_seat, memory in enumerate(memories):
            memory.see(before[0], table.states[0], other_seat)


def play_on(world: Single, chance: Random) -> None:
    """A possible world can be played on."""
    for _ in range(8):
        if not world.over:
            seat = world.to_play
            world.apply(seat, int(chance.choice(np.flatnonzero(world.mask(seat)))))


def follow(witnesses: list[Witness], before: Array, after: Array, seat: int) -> None:
    """Record what the seat puts under the deck in its turn, and when it comes up again."""
    drawn = max(0, int(before[0].ticket_count) - int(after[0].ticket_count))
    for witness in witnesses:
        witness.under = {t: above - drawn for t, above in witness.under.items() if above >= drawn}
    if before[0].ask[seat] == Ask.KEEP:
        offer = before[0].offer[seat, : before[0].offered[seat]].tolist()
        held = set(elements(after[0].tickets[seat]))
        if after[0].ask[seat] == Ask.RACK_TICKET or "rack_tickets" in (after.dtype.names or ()):
            held |= {t for mask in after[0]["rack_tickets"] for t in elements(mask)}
        sent = [ticket for ticket in offer if ticket not in held]
        witnesses[seat].under |= dict.fromkeys(sent, int(before[0].ticket_count))
