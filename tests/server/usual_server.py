"""A server process with default limits: `python -m tests.server.usual_server PORT FOLDER SMTP-PORT`."""

from __future__ import annotations

import sys
from pathlib import Path

from semafor.server.app import create_app
from semafor.server.config import Config
from semafor.server.run import listen, make_server
from semafor.server.warming import warm_up


def main() -> None:
    """Serve until the process is ended; mail goes to a port of this machine, and votes count at once."""
    port, folder, mail_port = int(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])
    warm_up()
    config = Config(
        data=folder,
        cache=folder / "cache",
        mail=f"smtp://127.0.0.1:{mail_port}?from=games@example.org",
        public_url="https://games.example.org",
        vote_after=0.0,
    )
    make_server(create_app(config)).run(sockets=[listen("127.0.0.1", port)])


if __name__ == "__main__":
    main()
