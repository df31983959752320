"""Lists the modules that a click, a bot's decision and a replay pass: `python -m lab.data_flow [--list]`.

A server runs with uncompiled rules and two WebSockets at one table. From the message of the click (the last
decision before the bot's, the request of the replay) until both sockets have the update, every call of a
function of the package is noted, in the server and in its workers; imports are over by then. Copies of
the state are counted as well.
"""

import json
import os
import sys
import tempfile
import threading
import time
import urllib.request
from collections import Counter
from pathlib import Path
from typing import Any

os.environ["NUMBA_DISABLE_JIT"] = "1"

from websockets.sync.client import ClientConnection, connect

HOOK = """
import sys, threading, time, os
WINDOW = 0.01
def install(folder):
    out = open(f"{folder}/{os.getpid()}.calls", "a", buffering=1, encoding="utf-8")
    seen, began = set(), [0.0]
    def note(frame, event, _):
        if event == "call" and "/semafor/" in frame.f_code.co_filename:
            now = time.time()
            if now - began[0] > WINDOW:
                seen.clear()
                began[0] = now
            call = f"{frame.f_code.co_filename.rpartition('/semafor/')[2]} {frame.f_code.co_qualname}"
            if call not in seen or call.endswith(COUNTED):
                seen.add(call)
                out.write(f"{now!r} {call}\\n")
    sys.setprofile(note)
    threading.setprofile(note)
COUNTED = ("copy_states", "Game.copy")
if "DATA_FLOW" in os.environ:
    install(os.environ["DATA_FLOW"])
"""
"""Python runs it at the start of every process that finds it as `sitecustomize` on its path."""
COPIES = ("copy_states",)
"""Functions that copy a state."""


class TwoSockets:
    """A table with two people at it, or with a person and a bot."""

    def __init__(self, address: str, second: dict[str, str]) -> None:
        self.address = address
        seats = [{"kind": "me", "name": "A"}, second]
        made = self.ask(
            "/api/tables", {"seats": seats, "board": "berlin", "seed": "3", "start": True, "pace": "instant"}
        )
        self.id = made["table"]["id"]
        keys = [one["key"] for one in made["keys"]]
        self.sockets = [self._open([key]) for key in keys] or []
        self.sockets += [self._open([])] * (len(keys) == 1)
        self.sights: dict[int, dict[str, Any]] = {}
        for socket in self.sockets:
            self.receive(socket, "state")

    def ask(self, path: str, body: object = None) -> Any:
        """Send a request over HTTP."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data, {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=600) as answer:
            return json.load(answer)

    def _open(self, keys: list[str]) -> ClientConnection:
        where = self.address.replace("http", "ws", 1) + f"/api/tables/{self.id}/live"
        socket = connect(where, max_size=None, open_timeout=600, ping_interval=None)
        socket.send(json.dumps({"type": "hello", "keys": keys}))
        return socket

    def receive(self, socket: ClientConnection, kind: str) -> dict[str, Any]:
        """Return the next message of a kind."""
        while True:
            message: dict[str, Any] = json.loads(socket.recv(600))
            assert message["type"] != "error", message
            for sight in message.get("sights", ()):
                if sight["seat"] is not None:
                    self.sights[sight["seat"]] = sight
            if message["type"] == kind:
                return message

    def decide(self, seat: int, move: str) -> None:
        """Decide for a seat and wait until everybody has the update."""
        message = {"type": "decide", "id": f"{time.time()}", "seat": seat, "move": move}
        self.sockets[seat].send(json.dumps(message))
        for socket in self.sockets:
            self.receive(socket, "update")

    def next_move(self) -> tuple[int, str] | None:
        """Return a seat of ours that must decide and its move, a claim if there is one."""
        for seat, sight in self.sights.items():
            moves = [one["text"] for one in sight["moves"]]
            if moves:
                return seat, next((move for move in moves if move.startswith("claim")), moves[-1])
        return None


class Calls:
    """The calls that were noted between two moments."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def between(self, began: float, ended: float) -> Counter[str]:
        """Return how often each function was called, in all processes."""
        found: Counter[str] = Counter()
        for file in self.folder.glob("*.calls"):
            for line in file.read_text(encoding="utf-8").splitlines():
                at, _, call = line.partition(" ")
                if began <= float(at) <= ended:
                    found[call] += 1
        return found


def report(flow: str, calls: Counter[str], listed: bool) -> None:
    """Print the modules of a flow, with what it copied and converted."""
    modules = sorted({call.partition(" ")[0] for call in calls})
    copies = sum(n for call, n in calls.items() if call.endswith(COPIES))
    print(f"{flow}: {len(modules)} modules, {copies} copies of the state")
    if listed:
        for call in sorted(calls):
            print("   ", call, calls[call])


def serve(folder: Path) -> str:
    """Start a server in a thread and return its address."""
    from semafor.server.app import create_app
    from semafor.server.config import Config
    from semafor.server.run import address_of, listen, make_server

    listener = listen("127.0.0.1", 0)
    app = create_app(Config(data=folder, cache=folder, bot_seconds=0.5, check_seconds=3600.0))
    server = make_server(app)
    threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True).start()
    while not server.started:
        time.sleep(0.1)
    return address_of(listener)


def main() -> None:
    """Run the three flows and print what they pass."""
    listed = "--list" in sys.argv
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "sitecustomize.py").write_text(HOOK, encoding="utf-8")
        os.environ["DATA_FLOW"] = name
        os.environ["PYTHONPATH"] = os.pathsep.join([name, *sys.path])
        exec(compile(HOOK, "hook", "exec"), {})
        calls = Calls(folder)
        address = serve(folder)
        report("click", click(address, calls), listed)
        report("bot", bot(address, calls), listed)
        report("replay", replay(address, calls), listed)
        os._exit(0)


def click(address: str, calls: Calls) -> Counter[str]:
    """Return the calls of a claim of a route."""
    table = TwoSockets(address, {"kind": "me", "name": "B"})
    claims = 0
    while (chosen := table.next_move()) is not None:
        began = time.time()
        table.decide(*chosen)
        claims += chosen[1].startswith("claim")
        if claims == 2:  # the first one was for what is computed once
            return calls.between(began, time.time())
    raise AssertionError("nobody could claim a route")


def bot(address: str, calls: Calls) -> Counter[str]:
    """Return the calls of a bot's decision."""
    table = TwoSockets(address, {"kind": "bot", "level": "medium"})
    decisions = 0
    while True:
        chosen = table.next_move()
        if chosen is not None:
            table.decide(*chosen)
            continue
        began = time.time()
        for socket in table.sockets:
            table.receive(socket, "update")
        decisions += 1
        if decisions == 3:
            return calls.between(began, time.time())


def replay(address: str, calls: Calls) -> Counter[str]:
    """Return the calls of the second part of a replay."""
    table = TwoSockets(address, {"kind": "me", "name": "B"})
    while (chosen := table.next_move()) is not None:
        table.decide(*chosen)
    table.ask(f"/api/tables/{table.id}/replay?viewer=spectator&first=0&count=5")
    began = time.time()
    table.ask(f"/api/tables/{table.id}/replay?viewer=spectator&first=5&count=5")
    return calls.between(began, time.time())


if __name__ == "__main__":
    main()
