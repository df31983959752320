"""One network for every board, in PyTorch: it reads the map once per board, then positions.

Tokens lie as [boards, tokens, rows, width], so messages between tokens are one matrix product per board for
all its rows. Places, cards and the table hear the routes; routes hear their ends, their colours and the
table. `semafor`'s player computes the same in NumPy (`lab.general.player`).
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn.functional import layer_norm, linear, relu

from lab.general import map_reading as reading
from semafor.engine import actions as do
from semafor.engine.state import CARD_KINDS as C
from semafor.engine.state import MARKET, OFFER, ROUTES, SEATS, TICKETS
from semafor.games import board_observation as at

NEVER = -1e9
TABLES = (
    "route", "place", "ticket", "card", "table", "curve", "from_routes", "to_routes", "ticket_ends",
    "exists", "place_share", "colour", "cost", "route_ends",
)  # fmt: skip
"""The tables of a board that the network reads."""
FACTS = {"route": 18, "place": 11, "ticket": 9, "card": 5, "table": 30}
"""Columns of the tables of facts."""
ROUTE_IN, PLACE_IN, CARD_IN, TICKET_IN, OFFER_IN = 18, 8, 20, 9, 8
SEAT_SCALE = [1, 1, 1, 1, 10, 4, 20, 20, 3, 6, 40, 6, 6]
TABLE_SCALE = [4, 20, 50, 20, 1, 1, 1, 3, 1]
STEP = at.FESTIVALS_OPEN - at.PAID
"""Slots about the step in progress: cards laid aside, owed and extra, where cards go, what is asked."""
TOLD = OFFER + STEP + SEATS * at.SEEN + len(TABLE_SCALE) + 64 + 5
SECRETS = SEATS * (C + 1)
"""Inputs of the critic only: all hands and all current points."""
HEAD = 64
KEEP_SETS = 1 << OFFER


class Line(nn.Linear):
    """A linear layer in the precision of its input."""

    def forward(self, x: Tensor) -> Tensor:
        """Apply the layer."""
        return linear(x, self.weight.to(x.dtype), None if self.bias is None else self.bias.to(x.dtype))


def norm(x: Tensor) -> Tensor:
    """Layer norm without weights."""
    return layer_norm(x, x.shape[-1:])


def act(x: Tensor) -> Tensor:
    """Layer norm and rectifier."""
    return relu(norm(x))


class Pair(nn.Module):
    """Two layers."""

    def __init__(self, inputs: int, width: int) -> None:
        super().__init__()
        self.a, self.b = nn.Linear(inputs, width), nn.Linear(width, width)

    def forward(self, x: Tensor) -> Tensor:
        """Apply both, with a rectifier between them."""
        out: Tensor = self.b(relu(self.a(x)))
        return out


class MapRound(nn.Module):
    """One exchange of messages on the map."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.place, self.route, self.table = (Pair(3 * width, width) for _ in range(3))
        self.ticket = Pair(2 * width, width)


class MapReader(nn.Module):
    """Reads the map itself, once for all rows of a board."""

    def __init__(self, width: int, rounds: int = 3) -> None:
        super().__init__()
        self.read = nn.ModuleDict({name: Pair(size, width) for name, size in FACTS.items()})
        self.rounds = nn.ModuleList(MapRound(width) for _ in range(rounds))

    def forward(self, tables: dict[str, Tensor]) -> tuple[Tensor, ...]:
        """Return the tokens of routes, places, tickets, cards and the table, by board."""
        r, p, t, c = (self.read[name](tables[name]) for name in ("route", "place", "ticket", "card"))
        g = self.read["table"](tables["table"])[:, None]
        there_r, there_p, there_t = (tables[name][..., :1] for name in ("route", "place", "ticket"))
        places = p.shape[1]
        to_places, to_routes = tables["from_routes"][:, :places], tables["to_routes"][:, :, :places]
        ends, mean_r = tables["ticket_ends"], tables["from_routes"][:, -1:]
        mean_p = tables["place_share"][:, None]
        r, p, t = r * there_r, p * there_p, t * there_t
        for turn in self.rounds:
            assert isinstance(turn, MapRound)
            p = p + turn.place(norm(torch.cat((p, to_places @ r, ends.mT @ t / 2), -1))) * there_p
            r = r + turn.route(norm(torch.cat((r, to_routes @ p, g.expand_as(r)), -1))) * there_r
            t = t + turn.ticket(norm(torch.cat((t, ends @ p), -1))) * there_t
            g = g + turn.table(norm(torch.cat((g, mean_r @ r, mean_p @ p), -1)))
        return tuple(map(norm, (r, p, t, c, g)))


class Round(nn.Module):
    """One exchange of messages between the tokens of a position."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.p_own, self.p_out, self.c_own, self.c_out = (Line(width, width) for _ in range(4))
        self.p_r, self.p_g, self.p_say, self.c_r, self.c_g, self.c_say = (
            Line(width, width, bias=False) for _ in range(6)
        )
        self.g_own, self.g_out = Line(4 * width, 2 * width), Line(2 * width, width)
        self.g_say = Line(width, width, bias=False)
        self.r_own, self.r_out = Line(width, width), Line(width, width)

    def forward(
        self, r: Tensor, p: Tensor, c: Tensor, g: Tensor, tables: dict[str, Tensor]
    ) -> tuple[Tensor, ...]:
        """Return the tokens of routes, places, cards and the table after the exchange."""
        n, routes, m, width = r.shape
        places = p.shape[1]
        heard = torch.bmm(tables["from_routes"].to(r.dtype), r.reshape(n, routes, m * width))
        heard = heard.view(n, places + C + 1, m, width)
        p = p + self.p_out(act(self.p_own(p) + self.p_r(heard[:, :places]) + self.p_g(g)))
        c = c + self.c_out(act(self.c_own(c) + self.c_r(heard[:, places:-1]) + self.c_g(g)))
        mean_p = (p * tables["place_share"].to(p.dtype)[:, :, None, None]).sum(1, True)
        g = g + self.g_out(act(self.g_own(torch.cat((g, heard[:, -1:], mean_p, c.mean(1, True)), -1))))
        said = torch.cat((self.p_say(p), self.c_say(c), self.g_say(g)), 1).view(n, places + C + 1, m * width)
        own = self.r_own(r).view(n, routes, m * width)
        heard = torch.baddbmm(own, tables["to_routes"].to(r.dtype), said).view(n, routes, m, width)
        return r + self.r_out(act(heard)), p, c, g


class Network(nn.Module):
    """Computes preferences over all actions and two values: from the seat's view and from the full state."""

    sets: Tensor
    seat_scale: Tensor
    table_scale: Tensor

    def __init__(self, width: int = 128, rounds: int = 3) -> None:
        super().__init__()
        self.map = MapReader(width)
        self.say_r, self.say_p, self.say_c, self.say_g = (nn.Linear(width, width) for _ in range(4))
        self.say_t, self.say_o = nn.Linear(width, HEAD), nn.Linear(width, HEAD)
        self.in_r, self.in_p, self.in_c = Line(ROUTE_IN, width), Line(PLACE_IN, width), Line(CARD_IN, width)
        self.in_t, self.t_p, self.in_g = Line(TICKET_IN, HEAD), Line(HEAD, width), Line(TOLD, width)
        self.rounds = nn.ModuleList(Round(width) for _ in range(rounds))
        self.whole = Line(5 * width, width)
        self.claim_h, self.place_h, self.card_h, self.end_h = (Line(width, HEAD) for _ in range(4))
        self.claim_w, self.place_w, self.card_w, self.offer_w, self.keep_w = (
            Line(width, HEAD, bias=False) for _ in range(5)
        )
        self.offer_x = Line(OFFER_IN, HEAD)
        self.claim_o, self.place_o, self.card_o = nn.Linear(HEAD, 1), nn.Linear(HEAD, 2), nn.Linear(HEAD, 9)
        self.keep_o, self.offer_o, self.share_o = nn.Linear(HEAD, 1), nn.Linear(HEAD, 2), nn.Linear(HEAD, 1)
        self.single = nn.Linear(width, 64)
        self.value_h, self.value_o = nn.Linear(width, 128), nn.Linear(128, 1)
        self.judge_h, self.judge_o = nn.Linear(width + SECRETS, 256), nn.Linear(256, 1)
        answers = ("claim", "place", "card", "keep", "offer", "share", "value", "judge")
        for last in (*(getattr(self, f"{name}_o") for name in answers), self.single):
            nn.init.zeros_(last.weight)
            nn.init.zeros_(last.bias)
        sets = (torch.arange(KEEP_SETS)[:, None] >> torch.arange(OFFER) & 1).float()
        scales = torch.tensor([float(x) for x in SEAT_SCALE]), torch.tensor([float(x) for x in TABLE_SCALE])
        self.register_buffer("sets", sets, persistent=False)
        self.register_buffer("seat_scale", scales[0].reciprocal(), persistent=False)
        self.register_buffer("table_scale", scales[1].reciprocal(), persistent=False)

    def read_map(self, tables: dict[str, Tensor]) -> tuple[Tensor, ...]:
        """The map's contribution to each token of a board's positions."""
        r, p, t, c, g = self.map(tables)
        return self.say_r(r), self.say_p(p), self.say_t(t), self.say_c(c), self.say_g(g), self.say_o(t)

    def forward(self, rows: Tensor, tables: dict[str, Tensor], secrets: Tensor) -> tuple[Tensor, ...]:
        """Map and positions; see `play`."""
        return self.play(rows, tables, self.read_map(tables), secrets)

    def play(
        self, rows: Tensor, tables: dict[str, Tensor], said: tuple[Tensor, ...], secrets: Tensor
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Log probabilities [boards, rows, actions], values as seen, values as judged from everything."""
        n, m, _ = rows.shape
        routes, places = tables["route"].shape[1], tables["place"].shape[1]
        kind = torch.bfloat16 if rows.is_cuda else torch.float32
        say_r, say_p, say_t, say_c, say_g, say_o = (x.to(kind)[:, :, None] for x in said)
        tables = {name: t.to(kind) if t.is_floating_point() else t for name, t in tables.items()}

        def slots(first: int, size: int) -> Tensor:
            return rows[:, :, first : first + size].to(kind)

        def planes(first: int, number: int, step: int, size: int) -> Tensor:
            part = rows[:, :, first : first + number * step].view(n, m, number, step)
            return part[..., :size].to(kind)

        # the cards
        hand, rack = slots(at.HAND, C), slots(at.RACK, C)
        held = hand + rack
        market = planes(at.MARKET_CARDS, MARKET, C, C)
        seats = planes(at.SEAT, SEATS, at.SEAT_SLOTS, at.SEAT_SLOTS)
        seen, partner = seats[..., at.SEEN :], seats[..., 1:2]
        demand = slots(reading.FEATURES + reading.DEMAND, C)
        may_pay = torch.cat(
            (planes(reading.LEGAL + do.PAY, 8, 8, 8).amax(-1), slots(reading.LEGAL + do.PAY_WILD, 1)), -1
        )
        may_take = (slots(reading.LEGAL + do.DRAW_MARKET, MARKET)[..., None] * market).amax(2)
        others = seen[:, :, 1:] * (1 - partner[:, :, 1:])
        card = torch.stack(
            (
                hand / 4, (hand > 0).to(kind), (hand >= 4).to(kind), rack / 4, slots(at.DRAWN, C),
                slots(at.DISCARDS, C) / 8, slots(at.TURNED, C), slots(at.PAID_COLOUR, C), market.sum(2) / 2,
                seen[:, :, 0] / 3, others[:, :, 0] / 3, others[:, :, 1:].sum(2) / 3,
                (seen * partner).sum(2) / 3,
                demand / 10, (demand > 0).to(kind), relu(demand - held) / 5, relu(held - demand) / 5,
                may_pay, may_take, torch.ones_like(hand),
            ),
            -1,
        )  # fmt: skip
        c = self.in_c(card.transpose(1, 2)) + say_c
        # the routes
        owned = planes(at.OWNED, SEATS, ROUTES, routes)
        rivals = owned[:, :, 1:] * (1 - partner[:, :, 1:])
        feature = planes(reading.FEATURES, 4, ROUTES, routes)
        points, ways, offered_ways, lack = feature.unbind(2)
        opened, target = slots(at.OPEN, routes), slots(at.TARGET_ROUTE, routes)
        colours = held[..., :8]
        of_colour = torch.cat((held, colours.amax(-1, True)), -1)
        have = of_colour.gather(2, tables["colour"][:, None].expand(n, m, routes))
        wild = held[..., 8:].expand(n, m, routes)
        cost = tables["cost"][:, None]
        free = opened * (1 - owned[:, :, 0])
        route = torch.stack(
            (
                owned[:, :, 0], (owned * partner).sum(2), rivals[:, :, 0], rivals[:, :, 1:].sum(2), opened,
                free, target, points / 20, (points > 0).to(kind), ways / 2, offered_ways, lack / 4,
                free * (lack == 0),
                slots(reading.LEGAL + do.CLAIM, routes), have / 4, wild / 4,
                torch.minimum(have + wild, cost) / cost, (points > 0) * (lack == 0) * free,
            ),
            -1,
        )  # fmt: skip
        r = self.in_r(route.transpose(1, 2)) + say_r
        # the tickets, heard by their places
        own, racked, done, picked = planes(at.TICKETS_HELD, 4, TICKETS, TICKETS).unbind(2)
        offered = planes(at.OFFERED, OFFER, TICKETS, TICKETS)
        way, blocked = planes(reading.FEATURES + reading.WAY, 2, TICKETS, TICKETS).unbind(2)
        any_offer = offered.amax(2)
        mine = torch.maximum(torch.maximum(own, racked), picked)
        relevant = torch.maximum(mine, any_offer)
        ticket = torch.stack(
            (own, racked, picked, done, any_offer, way / 20, blocked, mine * (1 - done), relevant), -1
        )
        t = relu(self.in_t(ticket.transpose(1, 2)) + say_t) * relevant.transpose(1, 2)[..., None]
        ends = tables["ticket_ends"]
        t = torch.bmm(ends.mT, t.reshape(n, TICKETS, m * HEAD)).view(n, places, m, HEAD)
        # the places
        stations, at_place = planes(at.STATIONS, SEATS, 64, places), slots(at.TARGET_PLACE, places)
        festival = rows[:, :, reading.FESTIVALS : reading.FESTIVALS + 128].view(n, m, 2, 64)[..., :places]
        f_open, f_held = festival.clamp(max=16).long().unbind(2)
        curve = tables["curve"][:, None].expand(n, m, places, reading.MOST_FESTIVAL_CARDS + 1)
        gain = (curve.gather(3, (f_open + f_held)[..., None]) - curve.gather(3, f_held[..., None]))[..., 0]
        f_open, f_held = festival.to(kind).unbind(2)
        place = torch.stack(
            (
                stations[:, :, 0], (stations * partner).sum(2), stations[:, :, 1:].sum(2), at_place,
                slots(reading.LEGAL + do.STATION, places), f_open / 3, f_held / 3, gain / 10,
            ),
            -1,
        )  # fmt: skip
        p = self.in_p(place.transpose(1, 2)) + say_p + self.t_p(t)
        # the table
        chosen = slots(at.CHOSEN, OFFER)
        told = torch.cat(
            (
                chosen, slots(at.PAID, STEP), (seats[..., : at.SEEN] * self.seat_scale.to(kind)).flatten(2),
                slots(at.TABLE, len(TABLE_SCALE)) * self.table_scale.to(kind),
                slots(reading.LEGAL + do.SINGLE, 64), colours.sum(-1, True) / 10, held[..., 8:] / 4,
                (mine * (1 - done)).sum(-1, True) / 3, done.sum(-1, True) / 3, racked.sum(-1, True) / 3,
            ),
            -1,
        )  # fmt: skip
        g = self.in_g(told)[:, None] + say_g
        for each in self.rounds:
            r, p, c, g = each(r, p, c, g, tables)
        exists = tables["exists"][:, :, None, None]
        r, p, c, g = act(r) * exists, act(p), act(c), act(g)[:, 0]
        r_target = (r * target.transpose(1, 2)[..., None]).sum(1)
        p_target = (p * at_place.transpose(1, 2)[..., None]).sum(1)
        mean = torch.bmm(tables["from_routes"][:, -1:], r.reshape(n, routes, -1)).view(n, m, -1)
        whole = act(self.whole(torch.cat((g, r.amax(1), mean, r_target, p_target), -1)))
        # answers by token
        w = whole[:, None]
        claim = self.claim_o(relu(self.claim_h(r) + self.claim_w(w)).float())[..., 0].transpose(1, 2)
        by_place = self.place_o(relu(self.place_h(p) + self.place_w(w)).float()).transpose(1, 2)
        by_card = self.card_o(relu(self.card_h(c) + self.card_w(w)).float()).transpose(1, 2)
        # answers by ticket: its ends, what the map says of it, and the place of the offer it lies at
        at_ends = torch.bmm(ends, self.end_h(p).reshape(n, places, m * HEAD)).view(n, TICKETS, m, HEAD)
        tickets = (at_ends + say_o).transpose(1, 2)
        share = self.share_o(relu(tickets + self.offer_w(whole)[:, :, None]).float())[..., 0]
        there = offered.amax(-1)
        features = rows[:, :, reading.FEATURES + reading.OFFER_WAY :][:, :, : 2 * OFFER].to(kind)
        o_way, o_points = features.view(n, m, 2, OFFER).unbind(2)
        extra = torch.stack(
            (
                o_way / 20, o_points / 20, chosen, there, o_points / (o_way + 3),
                (offered * blocked[:, :, None]).sum(-1), (o_way == 0).to(kind), torch.ones_like(o_way),
            ),
            -1,
        )  # fmt: skip
        offer = torch.matmul(offered, tickets) + self.offer_x(extra) + self.offer_w(whole)[:, :, None]
        offer = relu(offer) * there[..., None]
        keep = torch.matmul(self.sets.to(kind), offer) + self.keep_w(whole)[:, :, None]
        keep = self.keep_o(relu(keep).float())[..., 0]
        by_offer = self.offer_o(offer.float())
        # all answers where the engine numbers them
        single = self.single(whole.float())
        route_at = target.argmax(-1)
        two = tables["route_ends"].gather(1, route_at[..., None].expand(n, m, 2))
        at_festival = by_place[..., 1].gather(2, two)
        take = torch.matmul(market.float(), by_card[..., 8:])[..., 0]
        parts = (
            (do.PAY_WILD, by_card[:, :, 8, :1]), (do.RACK_TICKET, by_offer[..., 1]),
            (do.PICK, by_offer[..., 0]), (do.FESTIVAL, at_festival), (do.DRAW_MARKET, take),
        )  # fmt: skip
        single = single + torch.cat([*spread(parts, single.new_zeros(n, m, 64))], -1)
        padding = claim.new_zeros(n, m, 64)
        wanted = torch.cat(
            (
                claim, claim.new_zeros(n, m, ROUTES - routes), by_place[..., 0], padding[..., : 64 - places],
                share, keep, by_card[:, :, :8, :8].flatten(2), single,
            ),
            -1,
        )  # fmt: skip
        legal = rows[:, :, reading.LEGAL : reading.LEGAL + do.ACTIONS] > 0
        chances = wanted.masked_fill(~legal, NEVER).log_softmax(-1)
        seen_value = self.value_o(relu(self.value_h(whole.float())))[..., 0]
        judged = torch.cat((whole.float(), secrets), -1)
        return chances, seen_value, self.judge_o(relu(self.judge_h(judged)))[..., 0]


def spread(parts: tuple[tuple[int, Tensor], ...], zeros: Tensor) -> list[Tensor]:
    """Parts at their actions among the 64 single ones, with zeros between them."""
    out, end = [], do.SINGLE
    for first, part in parts:
        out += [zeros[..., : first - end], part]
        end = first + part.shape[-1]
    return [*out, zeros[..., : do.ACTIONS - end]]
