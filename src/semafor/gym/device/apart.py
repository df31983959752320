"""Rules that stay functions of their own on the device.

NVIDIA's compiler puts every called function into its caller. Of the rules that makes one function of
two megabytes with 255 registers a thread and four kilobytes of them spilled; kept apart at these
seams it is a quarter of that, with 96 registers and no spills, and threads that took different ways
meet again sooner.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from semafor.engine import building, deal, drafts, market, rng, routes, tickets, turn
from semafor.engine.cardgame import deal as card_deal
from semafor.engine.cardgame import turn as card_turn
from semafor.engine.compile import INTERPRETED

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
        options = {**rule.targetoptions, "device": True, "debug": False, "opt": True}
        # where numba-cuda looks for the device function of a function compiled for the processor
        rule._CUDATypingContext__dispatcher = Apart(rule.py_func, options)
