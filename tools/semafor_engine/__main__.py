"""`make engine`: builds the libraries of all targets, their manifest and their bindings."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

from semafor.engine.native import FOLDER, MANIFEST, why_unfit
from semafor_engine.c_header import c_header
from semafor_engine.exports import EXPORTS
from semafor_engine.manifest import write_manifest
from semafor_engine.targets import LOWERED, TARGETS, Target
from semafor_engine.typescript import typescript


def run_module(module: str, *arguments: str) -> None:
    """Run a part of the build in a process of its own."""
    subprocess.run([sys.executable, "-m", f"semafor_engine.{module}", *arguments], check=True)


def build(target: Target, work: Path, output: Path) -> None:
    """Build the library of a target from its lowered module."""
    start = time.perf_counter()
    run_module("targets", target.file, str(work), str(output))
    size = (output / target.file).stat().st_size
    print(f"{target.file}: {size:,} bytes, {time.perf_counter() - start:.0f} s", flush=True)


def build_width(width: str, targets: list[Target], work: Path, output: Path) -> None:
    """Lower all functions for a width of pointers, then build the targets of that width."""
    start = time.perf_counter()
    run_module("lowering", width, str(work))
    print(f"lowered for {width} bits, {time.perf_counter() - start:.0f} s", flush=True)
    for target in targets:
        build(target, work, output)


def is_built() -> bool:
    """Return whether the libraries of all targets match the sources."""
    files = [FOLDER / target.file for target in TARGETS]
    return MANIFEST.is_file() and all(file.is_file() for file in files) and not why_unfit()


def main() -> None:
    """Build everything, two processes at a time."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", type=Path, default=FOLDER)
    parser.add_argument("--target", action="append", help="only this file; may be repeated")
    parser.add_argument("--if-needed", action="store_true", help="only if the sources have changed")
    asked = parser.parse_args()
    if asked.if_needed and is_built():
        return
    asked.output.mkdir(parents=True, exist_ok=True)
    wanted = [one for one in TARGETS if not asked.target or one.file in asked.target]
    with TemporaryDirectory() as folder, ThreadPoolExecutor(len(LOWERED)) as pool:
        work = Path(folder)
        by_width = {width: [one for one in wanted if one.width == width] for width in LOWERED}
        jobs = [
            pool.submit(build_width, width, targets, work, asked.output)
            for width, targets in by_width.items()
            if targets
        ]
        for job in jobs:
            job.result()
        returned = json.loads(next(work.glob("returned-*.json")).read_text(encoding="utf-8"))
    write_manifest(asked.output / "manifest.json", EXPORTS, returned)
    (asked.output / "semafor_engine.h").write_text(c_header(EXPORTS, returned), encoding="utf-8")
    (asked.output / "engine.generated.ts").write_text(typescript(EXPORTS, returned), encoding="utf-8")


if __name__ == "__main__":
    main()
