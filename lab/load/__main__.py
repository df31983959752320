"""Measures the server: many tables of four on the loopback interface, a number of decisions per second.

Each connection does what a browser does, message for message: it adds to the deal, pings, decides, and gets
the progress of its tickets with the updates. The delay of a decision ends when the last of the four players
has got the update. A plain Litestar application that answers messages of the same size is measured as well.
"""

from __future__ import annotations

import argparse
import sys
from contextlib import nullcontext

import msgspec

from lab.load.fleet import can_start, postgres_of_its_own
from lab.load.measure import Plan, run


def main() -> int:
    """Measure, and print the result as JSON."""
    parser = argparse.ArgumentParser(prog="python -m lab.load", description=__doc__)
    parser.add_argument("--tables", type=int, default=1000, help="tables of four that are played at once")
    parser.add_argument("--rate", type=float, default=500.0, help="decisions per second")
    parser.add_argument("--seconds", type=float, default=10.0, help="duration of the measurement")
    parser.add_argument("--board", default="europe", help="the name of a board")
    parser.add_argument(
        "--whole", type=float, default=0.0, help="seconds to play games to their end, then measure memory"
    )
    parser.add_argument("--processes", type=int, default=1, help="servers behind nginx, on PostgreSQL")
    parser.add_argument("--database", default="", help="the URL of an empty PostgreSQL database")
    plan = Plan(**vars(parser.parse_args()))
    own = plan.processes > 1 and not plan.database
    if own and not can_start():
        parser.error("several servers need a shared PostgreSQL database: --database URL")
    with postgres_of_its_own() if own else nullcontext(plan.database) as url:
        plan = msgspec.structs.replace(plan, database=url)
        carried = run(plan, lambda step: print(step, file=sys.stderr, flush=True))
    print(msgspec.json.format(msgspec.json.encode(carried), indent=2).decode())
    return 0


if __name__ == "__main__":
    sys.exit(main())
