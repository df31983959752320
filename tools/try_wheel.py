"""Install a wheel into a fresh environment and use it: `python tools/try_wheel.py WHEEL [PIP-OPTION…]`.

The release workflow runs this on every system and Python version. It needs only Python and the network.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

VISIT = Path(__file__).resolve().parent / "visit_server.py"
PLAY = """
from pathlib import Path
import semafor
from semafor import Game
from semafor.bots import make_bot
from semafor.rulebook import find_rule

assert "site-packages" in semafor.__file__, semafor.__file__
for board in semafor.board_names():
    players = min(semafor.load_board(board).options.players)
    game = Game.new(board, players=players, seed=7)
    bots = [make_bot(("planner", "greedy")[seat % 2], game.board, 1) for seat in range(players)]
    while not game.over:
        for seat in game.pending:
            game.play(bots[seat].choose(game.view(seat), game.moves(seat)), seat)
    assert Game.replay(game.record()).result() == game.result()
    print(board, [side.total for side in game.result().sides])
assert find_rule("BASE-1", "pl").text != find_rule("BASE-1", "en").text
"""


def run(*call: str | Path, cwd: Path) -> None:
    """Run a command outside the repository and without its modules; the program ends if it fails."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    print("+", *(str(word).split("\n")[0] or "(script)" for word in call), flush=True)
    done = subprocess.run([str(word) for word in call], cwd=cwd, env=environment, check=False)
    if done.returncode != 0:
        sys.exit(f"failed with {done.returncode}")


def main() -> None:
    """Install the wheel, list the boards, play a game on every board, and visit a server."""
    wheel, *options = sys.argv[1:]
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = Path(name)
        venv.create(folder / "venv", with_pip=True)
        scripts = folder / "venv" / ("Scripts" if os.name == "nt" else "bin")
        python = scripts / "python"
        quietly = ("--quiet", "--disable-pip-version-check")
        run(python, "-m", "pip", "install", *quietly, *options, Path(wheel).resolve(), cwd=folder)
        run(python, "-m", "pip", "check", cwd=folder)
        run(scripts / "semafor", "--version", cwd=folder)
        run(scripts / "semafor", "boards", "--json", cwd=folder)
        run(python, "-c", PLAY, cwd=folder)
        run(python, VISIT, folder / "data", cwd=folder)
    print("The wheel works.")


if __name__ == "__main__":
    main()
