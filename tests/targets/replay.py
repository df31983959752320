"""Makes recorded calls again and prints what came of them, a line each.

`python -m tests.targets.replay FOLDER [CORRUPT]`; `SEMAFOR_TARGET` says what runs the functions.
"""

from __future__ import annotations

import sys
from pathlib import Path

from semafor_engine.exports import EXPORTS
from tests.targets.calls import Recorded, report


def replay(folder: Path, corrupt: int = -1) -> list[str]:
    """What every recorded call does on this target."""
    recorded, exports = Recorded(folder, corrupt), {export.name: export for export in EXPORTS}
    lines = []
    for number, call in enumerate(recorded.calls):
        export = exports[call["name"]]
        arguments = recorded.arguments(number, export)
        returned = export.function(*arguments)
        lines.append(report(export.name, returned, arguments, export))
    return lines


if __name__ == "__main__":
    print("\n".join(replay(Path(sys.argv[1]), *map(int, sys.argv[2:]))))
