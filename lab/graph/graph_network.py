"""A network that reads the map as a graph: the same weights for every board of places, routes and tickets."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from lab.graph.board_chart import Chart
from semafor.bots.learned.reading import Reading
from semafor.bots.learned.weights import NEVER
from semafor.engine import actions as do
from semafor.engine.state import COLOURS, LONGEST_COST, OFFER, PLACES, ROUTES, TICKETS

TABLE = "table"
Nodes = dict[str, Tensor]
"""By kind of node: rows, nodes, width."""


class Linear(nn.Linear):
    """In the precision of what comes in."""

    def forward(self, flow: Tensor) -> Tensor:
        """Matrix and bias."""
        bias = None if self.bias is None else self.bias.to(flow.dtype)
        return functional.linear(flow, self.weight.to(flow.dtype), bias)


def rectified(flow: Tensor) -> Tensor:
    """Layer norm, and nothing below zero; without weights of its own, which a GPU is slow to learn."""
    return functional.relu(functional.layer_norm(flow, flow.shape[-1:]), inplace=True)


class Round(nn.Module):
    """Every node hears its neighbours and the table once, and the table hears all."""

    def __init__(self, chart: Chart, width: int) -> None:
        super().__init__()
        whole = [pair for kind in chart.sizes if kind != TABLE for pair in ((kind, TABLE), (TABLE, kind))]
        pairs = ["_".join(pair) for pair in (*chart.joins, *whole)]
        self.own = nn.ModuleDict({kind: Linear(width, width) for kind in chart.sizes})
        self.heard = nn.ModuleDict({pair: Linear(width, width, bias=False) for pair in pairs})
        self.out = nn.ModuleDict({kind: Linear(width, width) for kind in chart.sizes})

    def forward(self, nodes: Nodes, chart: Chart) -> Nodes:
        """The nodes with what they heard added."""
        flows = {kind: self.own[kind](flow) for kind, flow in nodes.items()}
        for kind, size in chart.sizes.items():
            if kind != TABLE:
                flows[kind] = flows[kind] + self.heard[f"{kind}_{TABLE}"](nodes[TABLE][:, :1])
                mean = nodes[kind][:, :size].mean(1, keepdim=True)
                flows[TABLE] = flows[TABLE] + self.heard[f"{TABLE}_{kind}"](4 * mean)
        for to, source in chart.joins:
            name = f"{to}_{source}"
            flows[to] = self._hear(name, nodes[source], chart.table(f"join_{name}"), flows[to])
        return {kind: nodes[kind] + self.out[kind](rectified(flow)) for kind, flow in flows.items()}

    def _hear(self, name: str, source: Tensor, join: Tensor, flow: Tensor) -> Tensor:
        """Matrix and join, whichever makes less work first."""
        joins, matrix = join.to(source.dtype).expand(len(source), -1, -1), self.heard[name]
        if join.shape[0] < join.shape[1]:
            heard: Tensor = matrix(torch.bmm(joins, source))
            return flow + heard
        return torch.baddbmm(flow, joins, matrix(source))


class Head(nn.Module):
    """Numbers for each node of a kind, from the node and the whole; all zero before it learns."""

    def __init__(self, width: int, answers: int) -> None:
        super().__init__()
        self.node, self.whole = Linear(width, width), Linear(width, width, bias=False)
        self.out = nn.Linear(width, answers)
        nn.init.zeros_(self.out.weight)
        nn.init.zeros_(self.out.bias)

    def forward(self, nodes: Tensor, whole: Tensor) -> Tensor:
        """Rows, nodes, answers."""
        found: Tensor = self.out(torch.relu(self.node(nodes) + self.whole(whole)[:, None]).float())
        return found


class Core(nn.Module):
    """All that is learnt, for every board."""

    def __init__(self, chart: Chart, width: int, rounds: int) -> None:
        super().__init__()
        self.inputs = nn.ModuleDict({kind: Linear(size, width) for kind, size in chart.inputs().items()})
        self.rounds = nn.ModuleList(Round(chart, width) for _ in range(rounds))
        self.most, self.target = Linear(width, width), Linear(width, width, bias=False)
        self.claim, self.station, self.share, self.keep = (Head(width, 1) for _ in range(4))
        self.pay, self.take = Head(width, LONGEST_COST), Head(width, 1)
        self.single = nn.Linear(width, do.ACTIONS - do.SINGLE)
        self.value_in, self.value_out = nn.Linear(width, 4 * width), nn.Linear(4 * width, 1)
        for part in (*self.single.parameters(), *self.value_out.parameters()):
            nn.init.zeros_(part)


class GraphNetwork(nn.Module):
    """The core on one board: bytes in, logarithms of probabilities and a value out, as `Network`."""

    subsets: Tensor
    ones: Tensor

    def __init__(self, reading: Reading, width: int, rounds: int, core: Core | None = None) -> None:
        super().__init__()
        self.input_names = ("graph",)
        self.first_action, self.last_action = reading.features - len(reading.actions), reading.features
        self.chart = Chart(reading)
        self.core = core or Core(self.chart, width, rounds)
        subsets = torch.arange(1 << OFFER)[:, None] >> torch.arange(OFFER) & 1
        self.register_buffer("subsets", subsets.float(), persistent=False)
        self.register_buffer("ones", 1 << torch.arange(OFFER), persistent=False)

    def forward(self, rows: Tensor) -> tuple[Tensor, Tensor]:
        """Logarithms of the probabilities of the actions, and the value to the seat that decides."""
        legal = rows[:, self.first_action : self.last_action] > 0
        kind = torch.bfloat16 if rows.device.type == "cuda" else torch.float32
        told = functional.pad(rows, (0, 1)).to(kind) / self.chart.table("divisors").to(kind)
        nodes = self._read(told)
        for each in self.core.rounds:
            nodes = each(nodes, self.chart)
        nodes = {kind: rectified(nodes[kind][:, :size]) for kind, size in self.chart.sizes.items()}
        whole = self._whole(nodes, told)
        wanted = self._answer(nodes, whole, told)[:, self.chart.table("actions")].masked_fill(~legal, NEVER)
        value = self.core.value_out(torch.relu(self.core.value_in(whole.float())))[:, 0]
        return wanted.log_softmax(1), value

    def _read(self, told: Tensor) -> Nodes:
        nodes = {}
        for kind in self.chart.sizes:
            columns, facts = self.chart.table(f"columns_{kind}"), self.chart.table(f"facts_{kind}")
            seen = told[:, columns.flatten()].view(len(told), *columns.shape)
            facts = facts.to(told.dtype).expand(len(told), -1, -1)
            nodes[kind] = self.core.inputs[kind](torch.cat((seen, facts), 2))
        return nodes

    def _whole(self, nodes: Nodes, told: Tensor) -> Tensor:
        """The position in one vector: the table's node, the most of the routes, and the route being paid."""
        routes = nodes["route"]
        target = (told[:, None, self.chart.table("target")] @ routes)[:, 0]
        whole = nodes["table"][:, 0] + self.core.most(routes.amax(1)) + self.core.target(target)
        return rectified(whole)

    def _answer(self, nodes: Nodes, whole: Tensor, told: Tensor) -> Tensor:
        """Preferences for all actions of the engine, range after range."""
        core = self.core
        claim, station = core.claim(nodes["route"], whole), core.station(nodes["place"], whole)
        share = core.share(nodes["ticket"], whole)
        offered = told[:, self.chart.table("offered")] @ nodes["ticket"]
        keep = core.keep(torch.matmul(self.subsets.to(told.dtype), offered), whole)[..., 0]
        pay, single = core.pay(nodes["card"], whole), core.single(whole.float())
        take = (told[:, self.chart.table("market")].float() @ core.take(nodes["card"], whole))[..., 0]
        one = keep[:, self.ones]
        parts = {do.PAY_WILD: pay[:, COLOURS, :1], do.RACK_TICKET: one, do.PICK: one, do.DRAW_MARKET: take}
        single = single + _put(single, parts)
        sets = ((claim, ROUTES), (station, PLACES), (share, TICKETS))
        sized = [functional.pad(part[..., 0], (0, size - part.shape[1])) for part, size in sets]
        return torch.cat((*sized, keep, pay[:, :COLOURS].flatten(1), single), 1)


def _put(like: Tensor, parts: dict[int, Tensor]) -> Tensor:
    """The parts at their actions, nothing between them."""
    pieces, at = [], do.SINGLE
    for first, part in parts.items():
        pieces += [like.new_zeros(len(like), first - at), part]
        at = first + part.shape[1]
    pieces.append(like.new_zeros(len(like), do.ACTIONS - at))
    return torch.cat(pieces, 1)
