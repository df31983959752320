"""The command line: `semafor COMMAND`; `main` is the entry point."""

import sys


def main() -> None:
    """Run the command line and leave with its exit code."""
    try:
        from semafor.cli.commands import run
        from semafor.cli.output import take_any_letter

        take_any_letter(sys.stdout)
        take_any_letter(sys.stderr)
        sys.exit(run(sys.argv[1:]))
    except KeyboardInterrupt:  # before the first command could catch it
        sys.exit(130)
