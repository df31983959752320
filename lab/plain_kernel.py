"""Compare Semafor's random games with a plain kernel of the USA game, in turns on one core.

The kernel below is what the rules cost without everything that makes them general: no events, no options
(stations, tunnels, teams, festivals, drafts), one source of chance for deck and players, no exact bound for
large networks, and a deck that is a number of cards of each colour instead of an order. It plays whole games
to the final score.

python -m lab.plain_kernel [players] [rounds]
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from time import thread_time
from typing import Any, TypeVar, cast

import numpy as np
from numba import njit

from semafor.arena.series import new_series
from semafor.boards import load_board
from semafor.engine.play import PLAYED
from semafor.engine.state import record_of
from semafor.games.lookup import kind_of
from semafor.knowledge.rollouts import play_random
from semafor.seeds import series_key

Function = TypeVar("Function", bound=Callable[..., Any])

GAMES = 2000
"""Games in a round."""
SEATS, KINDS, WILD, GREY, MARKET = 5, 9, 8, 8, 5
TURN, SECOND, PAYMENT, KEEP, OVER = range(5)
MOST_MOVES = 5000

TABLE = record_of(
    ("dice", np.uint64),
    ("open", np.uint64, (SEATS, 2)),
    ("tickets", np.uint64, SEATS),
    ("moves", np.int32),
    ("score", np.int16, SEATS),
    ("deck", np.int16, KINDS),
    ("deck_size", np.int16),
    ("discards", np.int16, KINDS),
    ("discarded", np.int16),
    ("route", np.int16),
    ("owner", np.int8, 128),
    ("hand", np.int8, (SEATS, KINDS)),
    ("pieces", np.int8, SEATS),
    ("market", np.int8, MARKET),
    ("ring", np.int8, 64),
    ("top", np.int8),
    ("waiting", np.int8),
    ("offer", np.int8, 3),
    ("offered", np.int8),
    ("phase", np.int8),
    ("turn", np.int8),
    ("players", np.int8),
    ("last", np.int8),
)
SPACE = record_of(
    ("parent", np.int16, 64),
    ("degree", np.int16, 64),
    ("routes", np.int16, (64, 16)),
    ("place", np.int16, 130),
    ("tried", np.int16, 130),
    ("route", np.int16, 130),
    ("line", np.int16, SEATS),
)
plain: Callable[[Function], Function] = cast("Any", njit)(error_model="numpy", _nrt=False)


@plain
def roll(table: Any, size: int) -> int:
    """A number below `size` (splitmix64)."""
    word = table.dice + np.uint64(0x9E3779B97F4A7C15)
    table.dice = word
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    word ^= word >> np.uint64(31)
    return int(np.int64((word >> np.uint64(32)) * np.uint64(size) >> np.uint64(32)))


@plain
def size_of(bits: Any) -> int:
    """How many bits are set."""
    bits -= (bits >> np.uint64(1)) & np.uint64(0x5555555555555555)
    bits = (bits & np.uint64(0x3333333333333333)) + ((bits >> np.uint64(2)) & np.uint64(0x3333333333333333))
    bits = (bits + (bits >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return int(np.int64((bits * np.uint64(0x0101010101010101)) >> np.uint64(56)))


@plain
def pick(bits: Any, number: int) -> int:
    """Return the position of the set bit that has `number` set bits below it."""
    for _ in range(number):
        bits &= bits - np.uint64(1)
    return size_of((bits & (~bits + np.uint64(1))) - np.uint64(1))


@plain
def draw(table: Any) -> int:
    """A random card of the deck, which the discards renew; -1 where there is none."""
    if table.deck_size == 0:
        for card in range(KINDS):
            table.deck[card] = table.discards[card]
            table.discards[card] = 0
        table.deck_size = table.discarded
        table.discarded = 0
        if table.deck_size == 0:
            return -1
    number = roll(table, table.deck_size)
    table.deck_size -= 1
    card = 0
    while number >= table.deck[card]:
        number -= table.deck[card]
        card += 1
    table.deck[card] -= 1
    return card


@plain
def fill_market(table: Any) -> None:
    """Fill the gaps; sweep three wilds, a few times at most."""
    for _ in range(8):
        wilds = 0
        for place in range(MARKET):
            if table.market[place] < 0:
                table.market[place] = draw(table)
            wilds += table.market[place] == WILD
        if wilds < 3:
            return
        for place in range(MARKET):
            if table.market[place] >= 0:
                table.discards[table.market[place]] += 1
                table.discarded += 1
                table.market[place] = -1


@plain
def set_up(table: Any, facts: Any, seed: Any, players: int) -> None:
    """Deal a new game; everyone keeps all three tickets."""
    table.dice = seed
    table.players, table.turn, table.phase, table.last, table.moves = players, 0, TURN, -1, 0
    table.deck_size = table.discarded = 0
    for card in range(KINDS):
        table.deck[card] = facts.cards[card]
        table.deck_size += facts.cards[card]
        table.discards[card] = 0
    for route in range(facts.routes):
        table.owner[route] = -1
    for place in range(MARKET):
        table.market[place] = -1
    for ticket in range(facts.tickets):
        table.ring[ticket] = ticket
    for last in range(facts.tickets - 1, 0, -1):
        other = roll(table, last + 1)
        table.ring[last], table.ring[other] = table.ring[other], table.ring[last]
    table.top, table.waiting = 3 * players, facts.tickets - 3 * players
    for seat in range(players):
        table.pieces[seat] = facts.pieces[0]
        table.score[seat] = 0
        table.tickets[seat] = np.uint64(0)
        for card in range(KINDS):
            table.hand[seat, card] = 0
        for _ in range(facts.hand):
            table.hand[seat, draw(table)] += 1
        for i in range(3):
            table.tickets[seat] |= np.uint64(1) << np.uint64(table.ring[3 * seat + i])
        for word in range(2):
            table.open[seat, word] = facts.all_routes[word]
    fill_market(table)


@plain
def end_turn(table: Any) -> None:
    """Pass the turn on, or end the game after the last round."""
    table.phase = TURN
    if table.last > 0:
        table.last -= 1
        if table.last == 0:
            table.phase = OVER
    elif table.pieces[table.turn] <= 2:
        table.last = table.players
    table.turn += 1
    if table.turn == table.players:
        table.turn = 0


@plain
def take(table: Any, number: int) -> None:
    """Take the top of the deck (0) or a face-up card that may be taken now."""
    card, face_up = -1, number > 0
    if number == 0:
        card = draw(table)
    else:
        for place in range(MARKET):
            shown = table.market[place]
            number -= shown >= 0 and (shown < WILD or table.phase == TURN)
            if number == 0:
                card = shown
                table.market[place] = -1
                break
        fill_market(table)
    table.hand[table.turn, card] += 1
    if table.phase == SECOND or (face_up and card == WILD):
        end_turn(table)
    else:
        table.phase = SECOND


@plain
def draws(table: Any) -> int:
    """How many cards the player can choose from, the top of the deck included."""
    if table.deck_size + table.discarded == 0:
        return 0
    number = 1
    for place in range(MARKET):
        card = table.market[place]
        number += card >= 0 and (card < WILD or table.phase == TURN)
    return number


@plain
def begin(table: Any, facts: Any) -> None:
    """Choose the action of a turn."""
    seat = table.turn
    wilds = table.hand[seat, WILD]
    low = high = np.uint64(0)
    for colour in range(WILD):
        cards = min(8, table.hand[seat, colour] + wilds)
        low |= facts.payable[colour, cards, 0]
        high |= facts.payable[colour, cards, 1]
    pieces = min(8, table.pieces[seat])
    low &= table.open[seat, 0] & facts.fits[0, pieces, 0]
    high &= table.open[seat, 1] & facts.fits[0, pieces, 1]
    first = size_of(low)
    claims, cards = first + size_of(high), draws(table)
    actions = claims + cards + (table.waiting > 0)
    if actions == 0:
        end_turn(table)
        return
    number = roll(table, actions)
    if number < claims:
        table.route = pick(low, number) if number < first else 64 + pick(high, number - first)
        table.phase = PAYMENT
    elif number < claims + cards:
        take(table, number - claims)
    else:
        table.offered = min(3, table.waiting)
        for i in range(table.offered):
            table.offer[i] = table.ring[table.top]
            table.top = (table.top + 1) & 63
        table.waiting -= table.offered
        table.phase = KEEP


@plain
def claim(table: Any, facts: Any, colour: int, wilds: int) -> None:
    """Pay for the route and own it."""
    seat, route = table.turn, table.route
    cost = facts.route_cost[route]
    table.hand[seat, colour] -= cost - wilds
    table.hand[seat, WILD] -= wilds
    table.discards[colour] += cost - wilds
    table.discards[WILD] += wilds
    table.discarded += cost
    table.owner[route] = seat
    table.pieces[seat] -= facts.route_pieces[route]
    table.score[seat] += facts.route_points[route]
    full = facts.strand_limit[table.players, route] == 1
    own = np.uint64(1) << np.uint64(route & 63)
    for word in range(2):
        strands = facts.strands[route, word]
        for other in range(table.players):
            if full or other == seat:
                table.open[other, word] &= ~strands
    for other in range(table.players):
        table.open[other, route >> 6] &= ~own
    fill_market(table)
    end_turn(table)


@plain
def pay(table: Any, facts: Any) -> None:
    """Choose the colour and the wilds of a payment."""
    route, seat = table.route, table.turn
    cost, colour, wilds = facts.route_cost[route], facts.route_colour[route], table.hand[table.turn, WILD]
    first, last = (0, WILD) if colour == GREY else (colour, colour + 1)
    ways = int(wilds >= cost)
    for plain_card in range(first, last):
        ways += max(0, min(wilds, cost - 1) - max(0, cost - table.hand[seat, plain_card]) + 1)
    number = roll(table, ways)
    for plain_card in range(first, last):
        fewest = max(0, cost - table.hand[seat, plain_card])
        here = max(0, min(wilds, cost - 1) - fewest + 1)
        if number < here:
            claim(table, facts, plain_card, fewest + number)
            return
        number -= here
    claim(table, facts, WILD, 0)


@plain
def keep(table: Any) -> None:
    """Keep at least one of the drawn tickets; the others go under the deck."""
    kept = 1 + roll(table, (1 << table.offered) - 1)
    for i in range(table.offered):
        if kept >> i & 1:
            table.tickets[table.turn] |= np.uint64(1) << np.uint64(table.offer[i])
        else:
            table.ring[(table.top + table.waiting) & 63] = table.offer[i]
            table.waiting += 1
    end_turn(table)


@plain
def root_of(parent: Any, place: int) -> int:
    """The representative of a component."""
    while parent[place] != place:
        parent[place] = parent[parent[place]]
        place = parent[place]
    return place


@plain
def longest_line(facts: Any, space: Any) -> int:
    """Try every trail: depth first, from every place."""
    best = 0
    for start in range(facts.places):
        low = high = np.uint64(0)
        depth, length = 0, 0
        space.place[0], space.tried[0], space.route[0] = start, 0, -1
        while depth >= 0:
            here, i = space.place[depth], space.tried[depth]
            if i < space.degree[here]:
                space.tried[depth] = i + 1
                route = space.routes[here, i]
                bit = np.uint64(1) << np.uint64(route & 63)
                if route < 64:
                    if low & bit:
                        continue
                    low |= bit
                else:
                    if high & bit:
                        continue
                    high |= bit
                length += facts.route_pieces[route]
                best = max(best, length)
                depth += 1
                a, b = facts.route_a[route], facts.route_b[route]
                space.place[depth], space.tried[depth], space.route[depth] = b if a == here else a, 0, route
            else:
                route = space.route[depth]
                if route >= 0:
                    bit = np.uint64(1) << np.uint64(route & 63)
                    if route < 64:
                        low &= ~bit
                    else:
                        high &= ~bit
                    length -= facts.route_pieces[route]
                depth -= 1
    return best


@plain
def read_network(table: Any, facts: Any, seat: int, space: Any) -> None:
    """Write the components and the routes at each place of a seat's network."""
    for place in range(facts.places):
        space.parent[place], space.degree[place] = place, 0
    for route in range(facts.routes):
        if table.owner[route] == seat:
            a, b = facts.route_a[route], facts.route_b[route]
            space.routes[a, space.degree[a]] = space.routes[b, space.degree[b]] = route
            space.degree[a] += 1
            space.degree[b] += 1
            space.parent[root_of(space.parent, a)] = root_of(space.parent, b)


@plain
def score(table: Any, facts: Any, space: Any) -> None:
    """Add tickets and the bonus for the longest line."""
    longest = 0
    for seat in range(table.players):
        read_network(table, facts, seat, space)
        for ticket in range(facts.tickets):
            if table.tickets[seat] >> np.uint64(ticket) & np.uint64(1):
                a, b = facts.ticket_a[ticket], facts.ticket_b[ticket]
                joined = root_of(space.parent, a) == root_of(space.parent, b)
                table.score[seat] += facts.ticket_points[ticket] if joined else -facts.ticket_points[ticket]
        space.line[seat] = longest_line(facts, space)
        longest = max(longest, space.line[seat])
    for seat in range(table.players):
        table.score[seat] += facts.longest_bonus * (space.line[seat] == longest)


@plain
def play_plain(tables: Any, facts: Any, numbers: Any, spaces: Any) -> int:
    """Play `numbers[0]` games of `numbers[1]` players; return the decisions."""
    table, moves = tables[0], 0
    for game in range(numbers[0]):
        seed = np.uint64(numbers[2]) + np.uint64(game) * np.uint64(7919)
        set_up(table, facts, seed, numbers[1])
        while table.phase != OVER and table.moves < MOST_MOVES:
            table.moves += 1
            if table.phase == TURN:
                begin(table, facts)
            elif table.phase == PAYMENT:
                pay(table, facts)
            elif table.phase == KEEP:
                keep(table)
            else:
                ways = draws(table)
                if ways == 0:
                    end_turn(table)
                else:
                    take(table, roll(table, ways))
        score(table, facts, spaces[0])
        moves += table.moves
    return moves


def main() -> None:
    """Print games and decisions a second of both, and their ratio."""
    players = int(sys.argv[1]) if len(sys.argv) > 1 else 4
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 15
    board = load_board("usa")
    facts, series = kind_of(board).facts, new_series(board, players, series_key("bench"))
    tables, spaces, work = np.zeros(1, TABLE), np.zeros(1, SPACE), series.kind.new_work()
    rows, numbers = np.zeros(GAMES, PLAYED), np.array([0, GAMES, players])
    times: tuple[list[float], list[float]] = ([], [])
    moves = 0
    for number in range(rounds + 1):
        start = thread_time()
        moves = play_plain(tables, facts, np.array([GAMES, players, number]), spaces)
        middle = thread_time()
        play_random(work, facts, series.key, numbers, rows)
        if number > 0:  # the first round compiles
            times[0].append(middle - start)
            times[1].append(thread_time() - middle)
    kernel, semafor = min(times[0]), min(times[1])
    decisions = int(rows["decisions"].sum())
    print(f"plain kernel: {GAMES / kernel:,.0f} games/s, {moves / kernel / 1e6:.1f} M decisions/s")
    print(f"Semafor:      {GAMES / semafor:,.0f} games/s, {decisions / semafor / 1e6:.1f} M decisions/s")
    print(f"Semafor plays {kernel / semafor:.2f} of the plain kernel's games")


if __name__ == "__main__":
    main()
