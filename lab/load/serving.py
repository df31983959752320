"""The process that is measured: `python -m lab.load.serving tables|echo FOLDER DATABASE`."""

from __future__ import annotations

import sys
from pathlib import Path

import uvicorn

from lab.load.echo import make_echo
from semafor.server.app import create_app
from semafor.server.config import Config
from semafor.server.monitoring import set_up_logs
from semafor.server.resources import allow_many_files
from semafor.server.run import address_of, listen, make_config, make_server, tune_collector
from semafor.server.warming import warm_up

GENEROUS = 1e9


def main(what: str, folder: Path, database: str) -> None:
    """Serve on a free port, told in the first line of the output."""
    set_up_logs(json=True, level="error")
    allow_many_files()
    if what == "echo":
        server = uvicorn.Server(make_config(make_echo()))
    else:
        warm_up()
        tune_collector()
        app = create_app(
            Config(
                data=folder,
                database=database or None,
                posts_per_minute=GENEROUS,
                gets_per_minute=GENEROUS,
                messages_per_second=GENEROUS,
                connections_per_address=1_000_000,
                tables_per_minute=GENEROUS,
                address_work_per_second=GENEROUS,
                table_work_per_second=GENEROUS,
                hosts=("*",),
                idle_seconds=5.0,
            )
        )
        server = make_server(app)
    listener = listen("127.0.0.1", 0)
    print(address_of(listener), flush=True)
    server.run(sockets=[listener])


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), sys.argv[3])
