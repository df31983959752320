"""The command line: `semafor COMMAND`; `main` is where it begins."""

from __future__ import annotations

import sys
from importlib.util import find_spec

NEEDED = ("cyclopts", "rich")


def main() -> None:
    """Run the command line and leave with its exit code."""
    if not all(find_spec(package) for package in NEEDED):
        print(
            "semafor: the command line needs two more packages: pip install 'semafor[cli]'", file=sys.stderr
        )
        sys.exit(1)
    try:
        from semafor.cli.app import run

        sys.exit(run(sys.argv[1:]))
    except KeyboardInterrupt:  # before the first command could catch it
        sys.exit(130)
