"""Start a server, ask it for its pages, let two bots play, and end it: `python tools/visit_server.py FOLDER`.

The server is the `semafor` of the Python that runs this script.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
import urllib.request
from typing import Any

PATIENCE_SECONDS = 300.0
BOT = {"kind": "bot", "level": "easy"}
TABLE = {"board": "berlin", "seats": [BOT, BOT], "pace": "instant", "start": True}


def ask(url: str, body: object = None) -> Any:
    """Return the answer to a GET or, with a body, to a POST."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=PATIENCE_SECONDS) as answer:
        text = answer.read().decode()
    return json.loads(text) if "/api/" in url else text


def visit(address: str) -> None:
    """Look at the front page, the boards and a drawing, and wait for a bot's decision."""
    assert "<html" in ask(address)
    assert "europe" in [card["board"] for card in ask(f"{address}/api/boards")["boards"]]
    assert ask(f"{address}/api/boards/berlin")["geometry"]
    table = ask(f"{address}/api/tables", TABLE)["table"]
    deadline = time.monotonic() + PATIENCE_SECONDS
    while ask(f"{address}/api/tables/{table['id']}")["version"] <= table["version"]:
        assert time.monotonic() < deadline, "no bot has played"
        time.sleep(0.2)


def main() -> None:
    """Run the server and visit it; fails if the server wrote a traceback or did not end well."""
    call = [
        sys.executable,
        "-m",
        "semafor",
        "serve",
        "--port",
        "0",
        "--data",
        sys.argv[1],
        "--bot-seconds",
        "0",
    ]
    server = subprocess.Popen(
        call, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8"
    )
    assert server.stdout is not None
    first = server.stdout.readline()
    found = re.search(r"http://[\d.:]+", first)
    try:
        if found:
            visit(found[0])
    finally:
        server.terminate()
        out, err = server.communicate()
    assert found, first + out + err
    assert "Traceback" not in out + err, out + err
    assert server.returncode == 0 or os.name == "nt", out + err  # Windows has no signal to end a program with


if __name__ == "__main__":
    main()
