"""Build an sdist and a wheel, and use the wheel in a fresh environment."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from semafor.engine.native import FILES

ROOT = Path(__file__).parents[2]
UV = shutil.which("uv", path=Path(sys.executable).parent) or "uv"


def run(*call: str | Path, cwd: Path) -> str:
    """Run a command outside the repository, without PYTHONPATH, and return its output."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    environment["NUMBA_DISABLE_JIT"] = "1"  # only the presence of files is tested
    done = subprocess.run(
        [str(word) for word in call], cwd=cwd, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the sdist and the wheel."""
    folder = tmp_path_factory.mktemp("built")
    run(UV, "build", "--quiet", "--out-dir", folder, ROOT, cwd=folder)
    return folder


def test_the_sdist_is_lean(built: Path) -> None:
    with tarfile.open(next(built.glob("*.tar.gz"))) as sdist:
        names = [name.split("/", 1)[1] for name in sdist.getnames()]
    assert "src/semafor/server/static/index.html" in names
    assert not [name for name in names if name.startswith(("tests/", "web/", "lab/", "docs/screenshots"))]


def test_the_wheel_has_what_players_need(built: Path) -> None:
    with zipfile.ZipFile(next(built.glob("*.whl"))) as wheel:
        names = wheel.namelist()
    libraries = [f"engine/library/{name}" for name in (*FILES.values(), "engine.wasm", "manifest.json")]
    files = ("server/static/index.html", "boards/europe.toml", "rules_text/pl/base.md", "py.typed")
    assert {f"semafor/{wanted}" for wanted in (*files, *libraries)} - set(names) == set()


def test_the_wheel_brings_licences_and_addresses(built: Path) -> None:
    with zipfile.ZipFile(next(built.glob("*.whl"))) as wheel:
        (about,) = [name for name in wheel.namelist() if name.endswith(".dist-info/METADATA")]
        folder = about.removesuffix("METADATA")
        metadata = wheel.read(about).decode()
        licences = wheel.read(f"{folder}licenses/THIRD_PARTY.txt").decode()
    assert licences == (ROOT / "THIRD_PARTY.txt").read_text(encoding="utf-8")
    assert "Author: Semafor contributors\n" in metadata
    assert metadata.count("\nProject-URL: ") >= 5


def test_the_same_sources_give_the_same_bytes(built: Path, tmp_path: Path) -> None:
    run(UV, "build", "--quiet", "--out-dir", tmp_path, ROOT, cwd=tmp_path)
    for first in built.glob("semafor-*"):
        assert (tmp_path / first.name).read_bytes() == first.read_bytes()


def test_it_works_in_a_fresh_environment(built: Path, tmp_path: Path) -> None:
    """Installed without extras, as `uvx` does."""
    wheel = next(built.glob("*.whl"))
    lock = (ROOT / "requirements-dev.lock").read_text(encoding="utf-8")
    pins = tmp_path / "pins.txt"  # without hashes, because the wheel has none
    pins.write_text("\n".join(re.findall(r"^(\w\S*==[^\\\n]+)", lock, re.MULTILINE)), encoding="utf-8")
    said = run(sys.executable, ROOT / "tools/try_wheel.py", wheel, "--constraint", pins, cwd=tmp_path)
    assert said.endswith("The wheel works.\n")


@pytest.mark.parametrize(
    ("folder", "advice"),
    [
        ("server/static", "build the browser client first"),
        ("engine/library", "build the engine's libraries first"),
    ],
)
def test_no_build_without_client_and_libraries(built: Path, tmp_path: Path, folder: str, advice: str) -> None:
    with tarfile.open(next(built.glob("*.tar.gz"))) as sdist:
        sdist.extractall(tmp_path, filter="data")
    source = next(tmp_path.iterdir())
    shutil.rmtree(source / "src/semafor" / folder)
    done = subprocess.run(
        [UV, "build", "--wheel", "--out-dir", str(tmp_path), str(source)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode != 0
    assert advice in done.stderr
