"""The player: the network of `lab.general.network` without PyTorch, from a file of eight-bit weights.

    PYTHONPATH=. semafor tournament --board ireland --players 2 \\
        lab.general.player:GeneralBot@player.npz planner
    python -m lab.general.player player.pt player.npz        pack the weights that training wrote

The map is read once per board, positions one at a time. Every product is summed in a fixed order by compiled
code, so that the same position gets the same preferences on every machine.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lab.general import map_reading as reading
from lab.general.map_reading import Floats
from semafor.boards.model import Board
from semafor.bots.learned.network_bot import NetworkBot, RowWriter
from semafor.bots.learned.reading import reading_of
from semafor.bots.learned.weights import NEVER, pack, unpack
from semafor.engine import actions as do
from semafor.engine.compile import compiled
from semafor.engine.state import CARD_KINDS as C
from semafor.engine.state import MARKET, OFFER, PLACES, ROUTES, SEATS, TICKETS, Array
from semafor.games import board_observation as at
from semafor.games.lookup import kind_of
from semafor.knowledge.memory import SeatMemory

TINY = 1e-5
"""What PyTorch's layer norm adds to the variance."""
HEAD = 64
SEAT_SCALE = np.array([1, 1, 1, 1, 10, 4, 20, 20, 3, 6, 40, 6, 6], np.float32)
TABLE_SCALE = np.array([4, 20, 50, 20, 1, 1, 1, 3, 1], np.float32)
SETS = (np.arange(1 << OFFER)[:, None] >> np.arange(OFFER) & 1).astype(np.float32)
JUDGE = "judge_"
"""Prefix of the critic's weights, which only training needs."""


def save_player(path: Path, parts: Mapping[str, Floats]) -> None:
    """Write a file of weights: matrices in eight bits with scales, the rest in sixteen."""
    arrays: dict[str, Any] = {}
    for name, part in parts.items():
        if name.startswith(JUDGE):
            continue
        if part.ndim == 2:
            pieces = zip(("packed", "rows", "columns"), pack(part), strict=True)
            arrays |= {f"{name}:{piece}": array for piece, array in pieces}
        else:
            arrays[name] = part.astype(np.float16)
    np.savez_compressed(path, **arrays)


def load_player(path: Path) -> dict[str, Floats]:
    """The parts of such a file."""
    with np.load(path, allow_pickle=False) as file:
        arrays = {name: file[name] for name in file.files}
    parts = {name: array.astype(np.float32) for name, array in arrays.items() if ":" not in name}
    for name in [name.removesuffix(":packed") for name in arrays if name.endswith(":packed")]:
        parts[name] = unpack(*(arrays[f"{name}:{piece}"] for piece in ("packed", "rows", "columns")))
    return parts


@compiled
def multiply(x: Array, table: Array, out: Array) -> None:
    """Add the product of two matrices to `out`: four rows of the table at a time."""
    inner, width = table.shape
    whole = inner - inner % 4
    for row in range(x.shape[0]):
        for k in range(0, whole, 4):
            a, b, c, d = x[row, k], x[row, k + 1], x[row, k + 2], x[row, k + 3]
            for j in range(width):
                pair = a * table[k, j] + b * table[k + 1, j]
                out[row, j] += pair + (c * table[k + 2, j] + d * table[k + 3, j])
        for k in range(whole, inner):
            a = x[row, k]
            for j in range(width):
                out[row, j] += a * table[k, j]


@compiled
def multiply_sparse(table: Array, x: Array, out: Array) -> None:
    """The same for a left matrix of mostly zeros."""
    for row in range(table.shape[0]):
        for k in range(table.shape[1]):
            share = table[row, k]
            if share != 0:
                for j in range(x.shape[1]):
                    out[row, j] += share * x[k, j]


def norm(flow: Floats) -> Floats:
    """Layer norm without weights."""
    even: Floats = flow - flow.mean(-1, keepdims=True, dtype=np.float32)
    even /= np.sqrt(np.square(even).mean(-1, keepdims=True, dtype=np.float32) + np.float32(TINY))
    return even


def act(flow: Floats) -> Floats:
    """Layer norm and rectifier."""
    positive: Floats = np.maximum(norm(flow), 0)
    return positive


class Layers:
    """The linear layers of a network by name."""

    def __init__(self, parts: Mapping[str, Floats]) -> None:
        weights = {name.removesuffix(".weight"): part for name, part in parts.items() if part.ndim == 2}
        self._tables = {name: np.ascontiguousarray(part.T) for name, part in weights.items()}
        self._biases = {name: parts.get(f"{name}.bias") for name in weights}
        self.rounds = 1 + max(int(name.split(".")[1]) for name in weights if name.startswith("rounds."))
        self.map_rounds = 1 + max(
            int(name.split(".")[2]) for name in weights if name.startswith("map.rounds.")
        )

    def __call__(self, name: str, x: Floats) -> Floats:
        """One layer."""
        table, bias = self._tables[name], self._biases[name]
        out = np.zeros((len(x), table.shape[1]), np.float32)
        if bias is not None:
            out += bias
        multiply(np.ascontiguousarray(x, np.float32), table, out)
        return out

    def pair(self, name: str, x: Floats) -> Floats:
        """Two layers with a rectifier between them."""
        return self(f"{name}.b", np.maximum(self(f"{name}.a", x), 0))


def gather(table: Floats, x: Floats) -> Floats:
    """A product with a matrix of mostly zeros."""
    out = np.zeros((len(table), x.shape[1]), np.float32)
    multiply_sparse(table, x, out)
    return out


@lru_cache(maxsize=2)
def layers_of(path: Path) -> Layers:
    """The layers of a file, read once."""
    return Layers(load_player(path))


class BoardNetwork:
    """The network on one board: its map is read, positions are judged one by one."""

    win = 30.0
    """Points that a win counts in its values, beside the margin."""

    def __init__(self, layers: Layers, board: Board) -> None:
        self._layers, own = layers, reading_of(board)
        self._tables = tables = reading.map_tables(board)
        self._routes, self._places = len(board.routes), len(board.places)
        self._columns, self._actions = reading.columns_of_reading(board), own.actions
        self.legal = slice(own.features - len(own.actions), own.features)
        self._from_routes, self._to_routes = (
            np.ascontiguousarray(tables[name]) for name in ("from_routes", "to_routes")
        )
        self._ends = tables["ticket_ends"]
        self._to_places = np.ascontiguousarray(self._ends.T)
        self._said = self._read_map()

    def _read_map(self) -> dict[str, Floats]:
        layers, tables, places = self._layers, self._tables, self._places
        tokens = {name: tables[name] for name in ("route", "place", "ticket", "card")}
        tokens["table"] = tables["table"][None]
        r, p, t, c, g = (layers.pair(f"map.read.{name}", facts) for name, facts in tokens.items())
        t *= tables["ticket"][:, :1]
        to_places = np.ascontiguousarray(self._from_routes[:places])
        to_routes = np.ascontiguousarray(self._to_routes[:, :places])
        mean_r, mean_p = self._from_routes[-1:], tables["place_share"][None]
        for number in range(layers.map_rounds):
            at_round = f"map.rounds.{number}"
            heard = gather(to_places, r), gather(self._to_places, t) / 2
            p = p + layers.pair(f"{at_round}.place", norm(np.concatenate((p, *heard), 1)))
            beside = np.broadcast_to(g, r.shape)
            r = r + layers.pair(
                f"{at_round}.route", norm(np.concatenate((r, gather(to_routes, p), beside), 1))
            )
            own = norm(np.concatenate((t, gather(self._ends, p)), 1))
            t = t + layers.pair(f"{at_round}.ticket", own) * tables["ticket"][:, :1]
            whole = norm(np.concatenate((g, gather(mean_r, r), gather(mean_p, p)), 1))
            g = g + layers.pair(f"{at_round}.table", whole)
        r, p, t, c, g = map(norm, (r, p, t, c, g))
        heard_by = {"r": r, "p": p, "t": t, "c": c, "g": g, "o": t}
        return {name: layers(f"say_{name}", tokens) for name, tokens in heard_by.items()}

    def preferences(self, row: NDArray[np.uint8], among: NDArray[np.int64]) -> Floats:
        """How much each of these actions, by their places in the board's reading, is preferred."""
        return self._judge(row)[0][self._actions[among]]

    def value(self, row: NDArray[np.uint8]) -> float:
        """What the game is worth to the seat that decides."""
        return self._judge(row)[1]

    def judge_legal(self, rows: NDArray[np.uint8]) -> tuple[Floats, Floats]:
        """For many rows the preferences, below NEVER for what is not legal, and the values."""
        found = [self._judge(row) for row in rows]
        wanted = np.stack([preferred[self._actions] for preferred, _ in found])
        wanted[rows[:, self.legal] == 0] = 2 * NEVER
        return wanted, np.array([value for _, value in found], np.float32)

    def _judge(self, own: NDArray[np.uint8]) -> tuple[Floats, float]:
        """Preferences over all actions of the engine, and the value, of one row of the board's reading."""
        row = np.zeros(reading.ROW, np.float32)
        row[self._columns] = own
        layers, said, routes, places = self._layers, self._said, self._routes, self._places
        tables = self._tables

        def planes(first: int, number: int, step: int, size: int) -> Floats:
            return row[first : first + number * step].reshape(number, step)[:, :size]

        def slots(first: int, size: int) -> Floats:
            return row[first : first + size]

        # the cards
        hand, rack = slots(at.HAND, C), slots(at.RACK, C)
        held = hand + rack
        market = planes(at.MARKET_CARDS, MARKET, C, C)
        seats = planes(at.SEAT, SEATS, at.SEAT_SLOTS, at.SEAT_SLOTS)
        seen, partner = seats[:, at.SEEN :], seats[:, 1:2]
        demand = slots(reading.FEATURES + reading.DEMAND, C)
        may_pay = np.append(planes(reading.LEGAL + do.PAY, 8, 8, 8).max(1), row[reading.LEGAL + do.PAY_WILD])
        may_take = (slots(reading.LEGAL + do.DRAW_MARKET, MARKET)[:, None] * market).max(0)
        others = seen[1:] * (1 - partner[1:])
        card = np.stack(
            (
                hand / 4, hand > 0, hand >= 4, rack / 4, slots(at.DRAWN, C), slots(at.DISCARDS, C) / 8,
                slots(at.TURNED, C), slots(at.PAID_COLOUR, C), market.sum(0) / 2, seen[0] / 3, others[0] / 3,
                others[1:].sum(0) / 3, (seen * partner).sum(0) / 3, demand / 10, demand > 0,
                np.maximum(demand - held, 0) / 5, np.maximum(held - demand, 0) / 5, may_pay, may_take,
                np.ones(C),
            ),
            1,
        )  # fmt: skip
        c = layers("in_c", card) + said["c"]
        # the routes
        owned = planes(at.OWNED, SEATS, ROUTES, routes)
        rivals = owned[1:] * (1 - partner[1:])
        points, ways, offered_ways, lack = planes(reading.FEATURES, 4, ROUTES, routes)
        opened, target = slots(at.OPEN, routes), slots(at.TARGET_ROUTE, routes)
        have = np.append(held, held[:8].max())[tables["colour"]]
        free = opened * (1 - owned[0])
        cost = tables["cost"]
        route = np.stack(
            (
                owned[0], (owned * partner).sum(0), rivals[0], rivals[1:].sum(0), opened, free, target,
                points / 20, points > 0, ways / 2, offered_ways, lack / 4, free * (lack == 0),
                slots(reading.LEGAL + do.CLAIM, routes), have / 4, np.full(routes, held[8] / 4),
                np.minimum(have + held[8], cost) / cost, (points > 0) * (lack == 0) * free,
            ),
            1,
        )  # fmt: skip
        r = layers("in_r", route) + said["r"]
        # the tickets, heard by their places
        mine_now, racked, done, picked = planes(at.TICKETS_HELD, 4, TICKETS, TICKETS)
        offered = planes(at.OFFERED, OFFER, TICKETS, TICKETS)
        way, blocked = planes(reading.FEATURES + reading.WAY, 2, TICKETS, TICKETS)
        any_offer = offered.max(0)
        mine = np.maximum(np.maximum(mine_now, racked), picked)
        relevant = np.maximum(mine, any_offer)
        ticket = np.stack(
            (mine_now, racked, picked, done, any_offer, way / 20, blocked, mine * (1 - done), relevant), 1
        )
        t = np.maximum(layers("in_t", ticket) + said["t"], 0) * relevant[:, None]
        # the places
        stations, at_place = planes(at.STATIONS, SEATS, PLACES, places), slots(at.TARGET_PLACE, places)
        festival = row[tables["festival_slots"]].reshape(2, PLACES) * tables["has_festival"].reshape(
            2, PLACES
        )
        f_open, f_held = festival[:, :places]
        number, known = np.arange(places), festival[:, :places].clip(max=16).astype(np.int64)
        gain = tables["curve"][number, known.sum(0)] - tables["curve"][number, known[1]]
        place = np.stack(
            (
                stations[0], (stations * partner).sum(0), stations[1:].sum(0), at_place,
                slots(reading.LEGAL + do.STATION, places), f_open / 3, f_held / 3, gain / 10,
            ),
            1,
        )  # fmt: skip
        p = layers("in_p", place) + said["p"] + layers("t_p", gather(self._to_places, t))
        # the table
        chosen = slots(at.CHOSEN, OFFER)
        told = np.concatenate(
            (
                chosen, row[at.PAID : at.FESTIVALS_OPEN], (seats[:, : at.SEEN] / SEAT_SCALE).ravel(),
                slots(at.TABLE, len(TABLE_SCALE)) / TABLE_SCALE, slots(reading.LEGAL + do.SINGLE, 64),
                [held[:8].sum() / 10, held[8] / 4],
                [(mine * (1 - done)).sum() / 3, done.sum() / 3, racked.sum() / 3],
            )
        )  # fmt: skip
        g = layers("in_g", told[None]) + said["g"]
        for turn in range(layers.rounds):
            r, p, c, g = self._exchange(f"rounds.{turn}", r, p, c, g)
        r, p, c, g = act(r), act(p), act(c), act(g)
        mean = gather(self._from_routes[-1:], r)
        targets = (r * target[:, None]).sum(0, keepdims=True), (p * at_place[:, None]).sum(0, keepdims=True)
        whole = act(layers("whole", np.concatenate((g, r.max(0, keepdims=True), mean, *targets), 1)))

        def answers(name: str, tokens: Floats) -> Floats:
            hidden = np.maximum(layers(f"{name}_h", tokens) + layers(f"{name}_w", whole), 0)
            return layers(f"{name}_o", hidden)

        wanted = np.zeros(do.ACTIONS, np.float32)
        wanted[do.CLAIM : do.CLAIM + routes] = answers("claim", r)[:, 0]
        by_place, by_card = answers("place", p), answers("card", c)
        wanted[do.STATION : do.STATION + places] = by_place[:, 0]
        wanted[do.PAY : do.PAY + 64] = by_card[:8, :8].ravel()
        wanted[do.SINGLE :] = layers("single", whole)[0]
        wanted[do.PAY_WILD] += by_card[8, 0]
        wanted[do.DRAW_MARKET : do.DRAW_MARKET + MARKET] += market @ by_card[:, 8]
        if target.any():
            ends = tables["route_ends"][target.argmax()]
            wanted[do.FESTIVAL : do.FESTIVAL + 2] += by_place[ends, 1]
        # answers by ticket
        if any_offer.any() or racked.any() or self._shares(row):
            tickets = gather(self._ends, layers("end_h", p)) + said["o"]
            beside = layers("offer_w", whole)
            wanted[do.SHARE : do.SHARE + TICKETS] = layers("share_o", np.maximum(tickets + beside, 0))[:, 0]
            there = offered.max(1)
            o_way, o_points = planes(reading.FEATURES + reading.OFFER_WAY, 2, OFFER, OFFER)
            extra = np.stack(
                (
                    o_way / 20, o_points / 20, chosen, there, o_points / (o_way + 3),
                    (offered * blocked).sum(1), o_way == 0, np.ones(OFFER),
                ),
                1,
            )  # fmt: skip
            offer = (
                np.maximum(gather(offered, tickets) + layers("offer_x", extra) + beside, 0) * there[:, None]
            )
            keep = np.maximum(gather(SETS, offer) + layers("keep_w", whole), 0)
            wanted[do.KEEP : do.KEEP + len(SETS)] = layers("keep_o", keep)[:, 0]
            by_offer = layers("offer_o", offer)
            wanted[do.PICK : do.PICK + OFFER] += by_offer[:, 0]
            wanted[do.RACK_TICKET : do.RACK_TICKET + OFFER] += by_offer[:, 1]
        value = layers("value_o", np.maximum(layers("value_h", whole), 0))[0, 0]
        return wanted, float(value)

    @staticmethod
    def _shares(row: Floats) -> bool:
        return bool(row[reading.LEGAL + do.SHARE : reading.LEGAL + do.SHARE + TICKETS].any())

    def _exchange(self, name: str, r: Floats, p: Floats, c: Floats, g: Floats) -> tuple[Floats, ...]:
        """One exchange of messages between the tokens."""
        layers, places = self._layers, self._places
        heard = gather(self._from_routes, r)

        def turned(kind: str, tokens: Floats, messages: Floats) -> Floats:
            own = layers(f"{name}.{kind}_own", tokens) + layers(f"{name}.{kind}_r", messages)
            return tokens + layers(f"{name}.{kind}_out", act(own + layers(f"{name}.{kind}_g", g)))

        p, c = turned("p", p, heard[:places]), turned("c", c, heard[places:-1])
        means = gather(self._tables["place_share"][None], p), c.mean(0, keepdims=True, dtype=np.float32)
        whole = np.concatenate((g, heard[-1:], *means), 1)
        g = g + layers(f"{name}.g_out", act(layers(f"{name}.g_own", whole)))
        said = [layers(f"{name}.{kind}_say", tokens) for kind, tokens in (("p", p), ("c", c), ("g", g))]
        heard = layers(f"{name}.r_own", r) + gather(self._to_routes, np.concatenate(said))
        return r + layers(f"{name}.r_out", act(heard)), p, c, g


@lru_cache(maxsize=16)
def board_network(path: Path, board: Board) -> BoardNetwork:
    """The network of a file on a board, its map read once."""
    return BoardNetwork(layers_of(path), board)


class GeneralBot(NetworkBot):
    """Plays what the general network prefers, on any board with a map."""

    def __init__(self, board: Board, seed: int = 0, weights: str = "player.npz") -> None:
        del seed  # it rolls no dice
        self._reading, self._kind = reading_of(board), kind_of(board)
        self._network = board_network(Path(weights), board)  # type: ignore[assignment]  # the same methods
        self._memory, self._writer = SeatMemory(board), RowWriter(self._reading)
        self._place = {int(action): place for place, action in enumerate(self._reading.actions)}


def main() -> None:
    """Pack the weights that training wrote."""
    import torch

    parts = torch.load(sys.argv[1], map_location="cpu", weights_only=True)
    save_player(Path(sys.argv[2]), {name: part.float().numpy() for name, part in parts.items()})


if __name__ == "__main__":
    main()
