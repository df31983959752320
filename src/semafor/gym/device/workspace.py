"""Working space on the device: a few kilobytes for each of thousands of threads, much for a few of them."""

from importlib import import_module
from typing import Any

import numpy as np

from semafor.engine import building, deal, drafts, market, rng, routes, tickets, turn
from semafor.engine.cardgame import card_deal, card_turn
from semafor.engine.compile import INTERPRETED
from semafor.engine.linegraph import GRAPH, graph_record
from semafor.engine.state import WORDS, record_of
from semafor.engine.stations import borrowing_record
from semafor.engine.work import STEPPING
from semafor.games import card_observation as card_layout
from semafor.gym.device.driver import DEVICE_FUNCTIONS, device_options
from semafor.gym.step_players import BOARD_SEEING

SHAPES, CHAINS = 64, 32
"""Shapes kept at once in the first tries at a longest line: one side in many thousands needs more."""

CARD_SEEING = (("sets", np.uint64, card_layout.SETS), ("cells", np.uint64, card_layout.SIZE // 8))
"""The sets of an observation, and all its slots as 64-bit words."""

PLAYING = record_of(*STEPPING)
BOARD_STEPPING = record_of(*STEPPING, *BOARD_SEEING)
CARD_STEPPING = record_of(*STEPPING, *CARD_SEEING)

LINE = record_of(
    ("routes", np.uint64, WORDS),
    ("graph", graph_record(SHAPES, CHAINS, narrow=True)),
)
LONG_LINE = record_of(("routes", np.uint64, WORDS), ("graph", GRAPH))
"""What a side's longest line needs: nearly always, and at worst."""
TICKETS = record_of(("routes", np.uint64, WORDS), ("plan", borrowing_record(narrow=True)))
"""What its tickets need."""


def words_of(record: np.dtype[np.void]) -> int:
    """64-bit words of a record."""
    return record.itemsize // 8


APART: tuple[Any, ...] = (
    rng.block,
    rng.shuffle,
    market.settle_market,
    deal.deal,
    turn.apply,
    turn.legal,
    turn.end_turn,
    building.go_on_paid,
    drafts.begin_draft,
    tickets.offer_tickets,
    routes.claimable,
    routes.own_route,
    card_deal.deal,
    card_turn.apply,
    card_turn.legal,
)


def keep_apart() -> None:
    """Give numba-cuda device functions for these rules that it must not inline."""
    if INTERPRETED:
        return
    base: Any = import_module("numba.cuda.dispatcher").CUDADispatcher  # it has no types

    class Apart(base):  # type: ignore[misc]  # likewise
        """A device function whose code stays its own."""

        def compile_device(self, args: Any, return_type: Any = None) -> Any:
            """Compile for these types, and mark the function."""
            is_new = args not in self.overloads
            result = super().compile_device(args, return_type)
            if is_new:
                for module in result.library.modules:
                    for function in module.functions:
                        if function.name == result.fndesc.llvm_func_name and not function.is_declaration:
                            function.attributes.add("noinline")
            return result

    for rule in APART:
        DEVICE_FUNCTIONS[rule] = Apart(rule.py_func, device_options(rule))
