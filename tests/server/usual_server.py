"""A server process with default limits: `python -m tests.server.usual_server PORT FOLDER`."""

from __future__ import annotations

import sys
from pathlib import Path

from semafor.server.app import create_app
from semafor.server.config import Config
from semafor.server.run import listen, make_server
from semafor.server.warming import warm_up


def main() -> None:
    """Serve until the process is ended."""
    port, folder = int(sys.argv[1]), Path(sys.argv[2])
    warm_up()
    app = create_app(Config(data=folder, cache=folder / "cache"))
    make_server(app).run(sockets=[listen("127.0.0.1", port)])


if __name__ == "__main__":
    main()
