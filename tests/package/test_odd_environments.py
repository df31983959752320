"""Semafor runs without a locale, a home folder, a cache, a writable disk, an account or a network."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

import pytest

from semafor.cli.commands import run

ROOT = Path(__file__).parents[2]
VISIT = (str(ROOT / "tools/visit_server.py"),)
UNUSABLE = "/proc/nothing"
"""A folder that nobody can create, not even root."""
WITHOUT_RIGHTS = ("unshare", "--user", "--map-user=12345", "--map-group=12345", "--")
"""Run as a user without an account, whose rights as root end at the files' modes."""
READ_ONLY = """
mount --bind "$1" "$1"
for place in $(awk '{print $2}' /proc/mounts); do
    case $place in /proc*|/sys*|"$1") ;; *) mount -o remount,bind,ro "$place" 2> /dev/null || true ;; esac
done
if touch /tmp/semafor-was-here 2> /dev/null; then echo "still writable"; exit 9; fi
shift
exec "$@"
"""
LOOPBACK = """
import fcntl, os, socket, struct, sys
with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
    fcntl.ioctl(any_socket, 0x8914, struct.pack("16sh", b"lo", 1))  # SIOCSIFFLAGS, IFF_UP
os.execv(sys.argv[1], sys.argv[1:])
"""
CLEAN = {
    **{name: os.environ[name] for name in ("PATH", "PYTHONPATH", "SYSTEMROOT") if name in os.environ},
    "NUMBA_DISABLE_JIT": "1",  # compiling takes minutes, and is tested elsewhere
}


class Surroundings(NamedTuple):
    """The environment that a program is started in."""

    variables: dict[str, str]
    before: tuple[str, ...] = ()
    """The command that starts the program in another namespace."""


def may_isolate() -> bool:
    """Return whether this system lets us start processes in namespaces of their own."""
    try:
        call = ["unshare", "--user", "--map-root-user", "--mount", "--net", "true"]
        return subprocess.run(call, capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def surroundings(folder: Path) -> dict[str, Surroundings]:
    """Return what is tried; a writable folder for the data is there in all of them."""
    home = {"HOME": str(folder)}
    outside = ("unshare", "--user", "--map-root-user")
    isolated = {
        "arbitrary user id": Surroundings({}, WITHOUT_RIGHTS),
        "no network": Surroundings(home, (*outside, "--net", sys.executable, "-c", LOOPBACK)),
        "read-only root": Surroundings(
            {"HOME": UNUSABLE},
            (*outside, "--mount", "sh", "-c", READ_ONLY, "sh", str(folder), *WITHOUT_RIGHTS),
        ),
    }
    return {
        "LANG=C": Surroundings(
            {**home, "LANG": "C", "LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
        ),
        "no HOME": Surroundings({}),
        "HOME is missing": Surroundings({"HOME": UNUSABLE}),
        "cache cannot be written": Surroundings({**home, "XDG_CACHE_HOME": UNUSABLE}),
        **(isolated if may_isolate() else {}),
    }


def start(where: Surroundings, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Python in some surroundings."""
    return subprocess.run(
        [*where.before, sys.executable, *arguments],
        cwd="/",
        env={**CLEAN, **where.variables},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


@pytest.fixture(params=surroundings(Path()))
def where(request: pytest.FixtureRequest, tmp_path: Path) -> Surroundings:
    """Return one of the surroundings."""
    return surroundings(tmp_path)[request.param]


def test_commands_work(where: Surroundings) -> None:
    boards = start(where, "-m", "semafor", "boards", "--json")
    assert (boards.returncode, boards.stderr) == (0, "")
    assert '"europe"' in boards.stdout
    played = start(where, "-m", "semafor", "simulate", "berlin", "--players", "2", "--games", "1", "--json")
    assert (played.returncode, played.stderr) == (0, "")


def test_the_server_serves_and_bots_play(where: Surroundings, tmp_path: Path) -> None:
    done = start(where, *VISIT, str(tmp_path / "data"))
    assert done.returncode == 0, done.stdout + done.stderr


def one_sentence(done: subprocess.CompletedProcess[str]) -> str:
    """Return the only line that a refused call has printed."""
    assert done.returncode == 1, done.stderr
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    return line


def test_a_home_that_cannot_be_written_is_named() -> None:
    done = start(Surroundings({"HOME": UNUSABLE}), "-m", "semafor", "serve", "--port", "0")
    assert UNUSABLE in one_sentence(done)


def test_a_user_without_home_is_told_what_to_do(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("os.path.expanduser", lambda path: path)  # as Python does where it finds none
    assert run(["serve", "--port", "0"]) == 1
    assert capsys.readouterr().err.endswith("set HOME, or choose a folder with serve --data\n")


def test_a_missing_temporary_folder_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def nowhere() -> str:
        raise FileNotFoundError(2, "No usable temporary directory found")

    monkeypatch.setattr("tempfile.gettempdir", nowhere)
    assert run(["simulate", "berlin", "--players", "2", "--games", "1", "--bots", "random"]) == 1
    assert capsys.readouterr().err == "semafor: [Errno 2] No usable temporary directory found\n"


def test_a_browser_that_waits_for_its_page_gets_it(tmp_path: Path) -> None:
    """The server answers although the browser that it has opened returns only after that."""
    browser = tmp_path / "browser.py"
    browser.write_text(
        f"#!{sys.executable}\nimport os, sys, urllib.request\n"
        "page = urllib.request.urlopen(sys.argv[1], timeout=300).read().decode()\n"
        f"with open({str(tmp_path / 'part')!r}, 'w', encoding='utf-8') as file: file.write(page)\n"
        f"os.rename({str(tmp_path / 'part')!r}, {str(tmp_path / 'page')!r})\n",
        encoding="utf-8",
    )
    browser.chmod(0o755)
    call = [
        sys.executable,
        "-m",
        "semafor",
        "serve",
        "--port",
        "0",
        "--data",
        str(tmp_path / "data"),
        "--open",
    ]
    environment = {**CLEAN, "HOME": str(tmp_path), "BROWSER": f"{browser} %s"}
    with subprocess.Popen(call, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as server:
        deadline = time.monotonic() + 300
        while not (tmp_path / "page").exists() and server.poll() is None and time.monotonic() < deadline:
            time.sleep(0.1)
        server.terminate()
        server.communicate()
    assert "<html" in (tmp_path / "page").read_text(encoding="utf-8")
