"""Build an sdist and a wheel, and use the wheel in a fresh environment."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
UV = shutil.which("uv", path=Path(sys.executable).parent) or "uv"

USES_EVERYTHING = """
from pathlib import Path
import semafor
from semafor import Game
from semafor.bots import make_bot
from semafor.rulebook import find_rule

where = Path(semafor.__file__).parent
assert "site-packages" in str(where), where
game = Game.new("berlin", players=2, seed=7)
bots = [make_bot(name, game.board, 1) for name in ("planner", "greedy")]
while not game.over:
    for seat in game.pending:
        game.play(bots[seat].choose(game.view(seat), game.moves(seat)), seat)
again = Game.replay(game.record())
assert again.result() == game.result()
assert find_rule("BASE-1", "pl").text != find_rule("BASE-1", "en").text
assert (where / "server" / "static" / "index.html").is_file()
print(game.result().winners)
"""

ASKS_THE_SERVER = """
import subprocess, sys, time, urllib.request
port = sys.argv[1]
server = subprocess.Popen([sys.executable, "-m", "semafor", "serve", "--port", port, "--data", sys.argv[2]])
try:
    for _ in range(600):
        assert server.poll() is None
        try:
            page = urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=5).read().decode()
            break
        except OSError:
            time.sleep(0.2)
    assert "<script" in page
    boards = urllib.request.urlopen(f"http://127.0.0.1:{port}/api/boards", timeout=60).read().decode()
    assert '"europe"' in boards
finally:
    server.terminate()
    server.wait(60)
"""


def run(*call: str | Path, cwd: Path) -> str:
    """Run a command outside the repository, without PYTHONPATH, and return its output."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    environment["NUMBA_DISABLE_JIT"] = "1"  # only the presence of files is tested
    done = subprocess.run(
        [str(word) for word in call], cwd=cwd, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def free_port() -> int:
    """Return an unused port."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the sdist and the wheel."""
    folder = tmp_path_factory.mktemp("built")
    run(UV, "build", "--quiet", "--out-dir", folder, ROOT, cwd=folder)
    return folder


@pytest.fixture(scope="module")
def python(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Return the interpreter of a fresh environment with the wheel, without extras."""
    folder = tmp_path_factory.mktemp("fresh")
    run(UV, "venv", "--quiet", "--python", sys.executable, folder / "venv", cwd=folder)
    interpreter = folder / "venv" / "bin" / "python"
    wheel = next(built.glob("*.whl"))
    pins = ("--constraint", ROOT / "requirements-dev.lock")
    run(UV, "pip", "install", "--quiet", "--python", interpreter, *pins, wheel, cwd=folder)
    yield interpreter
    shutil.rmtree(folder)


def test_the_sdist_is_lean(built: Path) -> None:
    with tarfile.open(next(built.glob("*.tar.gz"))) as sdist:
        names = [name.split("/", 1)[1] for name in sdist.getnames()]
    assert "src/semafor/server/static/index.html" in names
    assert not [name for name in names if name.startswith(("tests/", "web/", "lab/", "docs/screenshots"))]


def test_the_wheel_has_what_players_need(built: Path) -> None:
    with zipfile.ZipFile(next(built.glob("*.whl"))) as wheel:
        names = wheel.namelist()
    for wanted in ("server/static/index.html", "boards/europe.toml", "rules_text/pl/base.md", "py.typed"):
        assert f"semafor/{wanted}" in names


def test_it_works_outside_the_repository(python: Path, tmp_path: Path) -> None:
    run(python, "-c", USES_EVERYTHING, cwd=tmp_path)
    assert "europe" in run(python, "-m", "semafor", "boards", cwd=tmp_path)


def test_its_server_has_pages(python: Path, tmp_path: Path) -> None:
    run(python, "-c", ASKS_THE_SERVER, str(free_port()), tmp_path / "data", cwd=tmp_path)


def test_no_build_without_the_client(built: Path, tmp_path: Path) -> None:
    with tarfile.open(next(built.glob("*.tar.gz"))) as sdist:
        sdist.extractall(tmp_path, filter="data")
    source = next(tmp_path.iterdir())
    shutil.rmtree(source / "src/semafor/server/static")
    done = subprocess.run(
        [UV, "build", "--wheel", "--out-dir", str(tmp_path), str(source)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode != 0
    assert "build the browser client first" in done.stderr
