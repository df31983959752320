"""Teams, from deal to score: a side is a seat, or two partners who share points, a network and racks.

Where nobody plays in teams every side is one seat (ASI-1, ASI-2), so that all rules may speak of sides.
"""

import numpy as np

from semafor.engine.actions import (
    RACK_TICKET,
    SHARE,
    SHARE_STOP,
    SHARE_WORD,
    SINGLE,
    SINGLE_WORD,
    SPLIT,
    TO_HAND,
    TO_RACK,
)
from semafor.engine.bits import bit, count, has, lowest, span
from semafor.engine.cards import add_to_hand, play_from_hand
from semafor.engine.compile import compiled
from semafor.engine.log import Happened, note
from semafor.engine.state import (
    CARD_KINDS,
    HAND,
    NO_CARD,
    PLAIN,
    RACK,
    SEATS,
    WILD,
    WILDS,
    Array,
    Ask,
    Facts,
    Goes,
    Log,
    State,
)
from semafor.engine.tickets import close_offer

# ---- sides ------------------------------------------------------------------------------------


@compiled
def side_of(facts: Facts, seat: int) -> int:
    """The side a seat plays for."""
    return seat // 2 if facts.team_size == 2 else seat


@compiled
def sides(state: State, facts: Facts) -> int:
    """How many sides play."""
    return side_of(facts, state.players)


@compiled
def in_teams(facts: Facts) -> bool:
    """Whether partners share racks."""
    return facts.team_size > 1


@compiled
def cards_of(state: State, facts: Facts, seat: int, card: int) -> int:
    """ASI-7: cards of a kind that the seat can pay with, from hand and rack."""
    number = int(state.hand[seat, card])
    if in_teams(facts):
        number += int(state.rack[side_of(facts, seat), card])
    return number


@compiled
def pieces_of_side(state: State, facts: Facts, side: int) -> int:
    """BER-9, ASI-17: pieces left to a side, of both kinds and both partners together."""
    total = 0
    for partner in range(facts.team_size):
        seat = side * facts.team_size + partner
        total += int(state.pieces[seat, 0]) + int(state.pieces[seat, 1])
    return total


@compiled
def network_of_side(state: State, facts: Facts, side: int, word: int) -> np.uint64:
    """One word of the set of routes that a side owns."""
    routes = np.uint64(0)
    for partner in range(facts.team_size):
        routes |= state.owned[side * facts.team_size + partner, word]
    return routes


@compiled
def tickets_of_side(state: State, facts: Facts, side: int) -> np.uint64:
    """ASI-18: the tickets that score for a side, in hands and on the rack."""
    tickets = state.rack_tickets[side]
    for partner in range(facts.team_size):
        tickets |= state.tickets[side * facts.team_size + partner]
    return tickets


# ---- the deal ---------------------------------------------------------------------------------


@compiled
def clear_racks(state: State) -> None:
    """Empty racks, and no card waits to be placed."""
    for side in range(SEATS):
        state.rack_tickets[side] = np.uint64(0)
        for card in range(CARD_KINDS):
            state.rack[side, card] = 0
    state.drawn = NO_CARD
    state.drawn_open = 0
    state.goes_to = 0


# ---- drawn cards: to the hand or to the rack --------------------------------------------------


@compiled
def put_card(state: State, facts: Facts, seat: int, card: int, to: int, seen: bool, log: Log) -> None:
    """ASI-5: a drawn card goes to the hand or to the rack."""
    if to == Goes.RACK:
        state.rack[side_of(facts, seat), card] += 1
    else:
        add_to_hand(state, seat, card, seen)
    if in_teams(facts):
        note(log, Happened.CARD_PLACED, seat, to, card, 0, 0)


@compiled
def hold_card(state: State, seat: int, card: int, seen: bool) -> None:
    """ASI-5: the drawn card waits to be placed; until then the market is not refilled."""
    state.drawn = card
    state.drawn_open = seen
    state.ask[seat] = Ask.PLACE_CARD


@compiled
def legal_places() -> np.uint64:
    """ASI-5: hand or rack."""
    return bit(TO_HAND - SINGLE) | bit(TO_RACK - SINGLE)


@compiled
def place_drawn(state: State, facts: Facts, seat: int, action: int, log: Log) -> bool:
    """ASI-5, ASI-6: the held card goes where the player says. Whether a second follows, to the other."""
    to = Goes.HAND if action == TO_HAND else Goes.RACK
    put_card(state, facts, seat, state.drawn, to, state.drawn_open != 0, log)
    state.drawn = NO_CARD
    state.drawn_open = 0
    if state.goes_to == Goes.ALONE:
        return False
    state.goes_to = Goes.RACK if to == Goes.HAND else Goes.HAND
    return True


# ---- paid cards: from the hand or from the rack -----------------------------------------------


@compiled
def ask_split(state: State, seat: int) -> None:
    """ASI-7: ask how many of the owed cards come from the rack, of plain ones first."""
    state.ask[seat] = Ask.SPLIT_PLAIN if state.owed[PLAIN] > 0 else Ask.SPLIT_WILD


@compiled
def legal_splits(state: State, facts: Facts, seat: int, mask: Array) -> None:
    """ASI-7: every number of the owed cards that may come from the rack."""
    which = PLAIN if state.ask[seat] == Ask.SPLIT_PLAIN else WILDS
    card = state.paid_colour if which == PLAIN else WILD
    owed = state.owed[which]
    fewest = max(0, owed - state.hand[seat, card])
    most = min(owed, state.rack[side_of(facts, seat), card])
    mask[SINGLE_WORD] |= span(SPLIT - SINGLE + fewest, SPLIT - SINGLE + most)


@compiled
def choose_split(state: State, facts: Facts, seat: int, action: int) -> None:
    """ASI-7: take the owed cards of one kind from hand and rack as chosen."""
    if state.ask[seat] == Ask.SPLIT_PLAIN:
        lay_aside(state, facts, seat, PLAIN, action - SPLIT)
        state.ask[seat] = Ask.SPLIT_WILD if state.owed[WILDS] > 0 else Ask.NOTHING
    else:
        lay_aside(state, facts, seat, WILDS, action - SPLIT)
        state.ask[seat] = Ask.NOTHING


@compiled
def lay_aside(state: State, facts: Facts, seat: int, which: int, from_rack: int) -> None:
    """BASE-16: played cards are neither in hand nor in the discards until the step is over."""
    card = state.paid_colour if which == PLAIN else WILD
    from_hand = state.owed[which] - from_rack
    play_from_hand(state, seat, card, from_hand)
    state.paid[HAND, which] += from_hand
    if from_rack > 0:
        state.rack[side_of(facts, seat), card] -= from_rack
        state.paid[RACK, which] += from_rack
    state.owed[which] = 0


# ---- tickets: one of those kept goes to the rack, and others may follow -------------------------


@compiled
def rack_ticket(state: State, facts: Facts, seat: int, ticket: int, log: Log) -> None:
    """ASI-8..10: a ticket goes from the hand to the team's rack."""
    state.tickets[seat] &= ~bit(ticket)
    state.rack_tickets[side_of(facts, seat)] |= bit(ticket)
    note(log, Happened.TICKET_RACKED, seat, ticket, 0, 0, 0)


@compiled
def legal_racks(state: State, seat: int) -> np.uint64:
    """ASI-8, ASI-9: the places of the offer that were kept, any of which may go to the rack."""
    places = np.uint64(0)
    for i in range(state.offered[seat]):
        if has(np.uint64(state.choice[seat]), i):
            places |= bit(i)
    return places << np.uint64(RACK_TICKET - SINGLE)


@compiled
def ask_start_rack(state: State, seat: int) -> None:
    """ASI-8: once both partners know what they keep, each says which ticket goes to the rack."""
    partner = seat ^ 1
    if state.ask[partner] == Ask.NOTHING:
        state.ask[seat] = Ask.START_RACK
        state.ask[partner] = Ask.START_RACK


@compiled
def choose_start_rack(state: State, seat: int, action: int) -> None:
    """ASI-8: remember which ticket goes to the rack."""
    state.rack_choice[seat] = action - RACK_TICKET
    state.ask[seat] = Ask.NOTHING


@compiled
def rack_start_ticket(state: State, facts: Facts, seat: int, log: Log) -> None:
    """ASI-8: the chosen starting ticket goes to the rack."""
    rack_ticket(state, facts, seat, state.offer[seat, state.rack_choice[seat]], log)


@compiled
def rack_some_kept(state: State, facts: Facts, seat: int, kept: int, log: Log) -> None:
    """ASI-9: one of the kept tickets goes to the rack, at once where there is no choice."""
    state.choice[seat] = kept
    if count(np.uint64(kept)) == 1:
        rack_drawn(state, facts, seat, lowest(np.uint64(kept)), log)
    else:
        state.ask[seat] = Ask.RACK_TICKET


@compiled
def rack_drawn(state: State, facts: Facts, seat: int, place: int, log: Log) -> None:
    """ASI-9: the kept ticket at this place of the offer goes to the rack."""
    rack_ticket(state, facts, seat, state.offer[seat, place], log)
    close_offer(state, seat)
    state.ask[seat] = Ask.NOTHING


@compiled
def share_ticket(state: State, facts: Facts, seat: int, action: int, log: Log) -> None:
    """ASI-10: the turn is used to put a ticket of the hand on the rack; a second may follow."""
    rack_ticket(state, facts, seat, action - SHARE, log)
    state.ask[seat] = Ask.SHARE_MORE if state.tickets[seat] != np.uint64(0) else Ask.NOTHING


@compiled
def legal_share_more(state: State, seat: int, mask: Array) -> None:
    """ASI-10: a second ticket after the first, or no more."""
    mask[SHARE_WORD] = state.tickets[seat]
    mask[SINGLE_WORD] = bit(SHARE_STOP - SINGLE)


@compiled
def share_more(state: State, facts: Facts, seat: int, action: int, log: Log) -> None:
    """ASI-10: the second ticket, or none."""
    if action != SHARE_STOP:
        rack_ticket(state, facts, seat, action - SHARE, log)
    state.ask[seat] = Ask.NOTHING
