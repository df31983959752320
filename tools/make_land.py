"""Make the land files of the pictures from the npm package `world-atlas` (Natural Earth, public domain).

Run `python tools/make_land.py` with npm on the path. Every file holds the coast lines inside one box,
simplified, as closed rings of whole hundredths (or thousandths) of a degree.
"""

from __future__ import annotations

import heapq
import json
import subprocess
import tarfile
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

Point = tuple[float, float]
Ring = list[Point]

SOURCE = "Natural Earth by world-atlas 2.0.2"
OUT = Path(__file__).resolve().parent.parent / "src" / "semafor" / "picture" / "ground" / "sheets"


class Sheet(NamedTuple):
    """One land file: the data it comes from, its box (west, south, east, north) and how fine it is."""

    name: str
    scale: str
    box: tuple[float, float, float, float]
    detail: float
    """Corners that span a triangle smaller than this many square degrees are dropped."""
    island: float
    """Rings smaller than this many square degrees are dropped."""
    unit: int
    """Steps to a degree in the file."""


SHEETS = (
    Sheet("europe", "10m", (-32.0, 25.0, 66.0, 73.0), 0.0009, 0.015, 100),
    Sheet("usa", "10m", (-150.0, 12.0, -45.0, 66.0), 0.001, 0.02, 100),
    Sheet("iberia", "10m", (-18.0, 31.0, 11.0, 50.0), 0.00008, 0.002, 1000),
    Sheet("asia", "10m", (48.0, -4.0, 152.0, 66.0), 0.0015, 0.025, 100),
    Sheet("world", "110m", (-180.0, -90.0, 180.0, 90.0), 0.0, 0.0, 100),
)


def fetch(folder: Path) -> Path:
    """Download world-atlas with npm and give the unpacked package."""
    command = ["npm", "pack", "--silent", "world-atlas@2.0.2"]
    packed = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True)
    with tarfile.open(folder / packed.stdout.split()[-1]) as archive:
        archive.extractall(folder, filter="data")
    return folder / "package"


def decode_arcs(topology: dict[str, Any]) -> list[Ring]:
    """The arcs of a quantised TopoJSON file in degrees."""
    (scale_x, scale_y), (left, bottom) = topology["transform"]["scale"], topology["transform"]["translate"]
    arcs = []
    for arc in topology["arcs"]:
        x = y = 0
        points = []
        for step_x, step_y in arc:
            x, y = x + step_x, y + step_y
            points.append((x * scale_x + left, y * scale_y + bottom))
        arcs.append(points)
    return arcs


def join_ring(indexes: list[int], arcs: list[Ring]) -> Ring:
    """One closed ring from its arcs; a negative index means the arc backwards."""
    ring: Ring = []
    for index in indexes:
        ring += arcs[index][1:] if index >= 0 else arcs[~index][::-1][1:]
    return ring


def land_rings(topology: dict[str, Any]) -> list[Ring]:
    """Every ring of the land, outer rings and holes alike (they are filled even-odd)."""
    arcs = decode_arcs(topology)
    polygons: list[list[list[int]]] = []
    for geometry in topology["objects"]["land"]["geometries"]:
        polygons += geometry["arcs"] if geometry["type"] == "MultiPolygon" else [geometry["arcs"]]
    return [join_ring(ring, arcs) for polygon in polygons for ring in polygon]


def clip_side(ring: Ring, axis: int, bound: float, sign: int) -> Ring:
    """The part of a ring on one side of a line: sign * (coordinate - bound) >= 0."""
    kept: Ring = []
    for before, after in zip(ring[-1:] + ring[:-1], ring, strict=True):
        inside_before, inside = sign * (before[axis] - bound) >= 0, sign * (after[axis] - bound) >= 0
        if inside != inside_before:
            share = (bound - before[axis]) / (after[axis] - before[axis])
            x, y = (before[i] + share * (after[i] - before[i]) for i in (0, 1))
            kept.append((x, y))
        if inside:
            kept.append(after)
    return kept


def clip(ring: Ring, box: tuple[float, float, float, float]) -> Ring:
    """The part of a ring inside a box (Sutherland and Hodgman)."""
    west, south, east, north = box
    for axis, bound, sign in ((0, west, 1), (1, south, 1), (0, east, -1), (1, north, -1)):
        ring = clip_side(ring, axis, bound, sign)
    return ring


def triangle(a: Point, b: Point, c: Point) -> float:
    """The area of a triangle."""
    return abs((b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])) / 2


def simplify(ring: Ring, detail: float) -> Ring:
    """A ring without the corners that matter least (Visvalingam and Whyatt)."""
    size = len(ring)
    before, after = [(i - 1) % size for i in range(size)], [(i + 1) % size for i in range(size)]
    alive = [True] * size
    area = [triangle(ring[before[i]], ring[i], ring[after[i]]) for i in range(size)]
    heap = [(area[i], i) for i in range(size)]
    heapq.heapify(heap)
    while heap and heap[0][0] < detail:
        seen, i = heapq.heappop(heap)
        if not alive[i] or seen != area[i]:
            continue
        alive[i] = False
        left, right = before[i], after[i]
        after[left], before[right] = right, left
        for j in (left, right):
            area[j] = max(seen, triangle(ring[before[j]], ring[j], ring[after[j]]))
            heapq.heappush(heap, (area[j], j))
    return [ring[i] for i in range(size) if alive[i]]


def ring_area(ring: Ring) -> float:
    """The area inside a ring in square degrees."""
    doubled = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, ring[1:] + ring[:1], strict=True))
    return abs(doubled) / 2


def make_sheet(sheet: Sheet, package: Path) -> None:
    """Write one land file."""
    topology = json.loads((package / f"land-{sheet.scale}.json").read_text())
    clipped = [clip(ring, sheet.box) for ring in land_rings(topology)]
    large = [ring for ring in clipped if len(ring) > 3 and ring_area(ring) > sheet.island]
    rings = [simplify(ring, sheet.detail) for ring in large]
    whole = [[round(value * sheet.unit) for point in ring for value in point] for ring in rings]
    content = {"source": SOURCE, "box": sheet.box, "unit": sheet.unit, "rings": whole}
    path = OUT / f"{sheet.name}.json"
    path.write_text(json.dumps(content, separators=(",", ":")) + "\n")
    print(f"{path.name}: {len(whole)} rings, {path.stat().st_size // 1000} kB")


def main() -> None:
    """Write every land file."""
    OUT.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        package = fetch(Path(folder))
        for sheet in SHEETS:
            make_sheet(sheet, package)


if __name__ == "__main__":
    main()
