import { describe, expect, it } from "vitest";
import type { DegreeGrid } from "../protocol";
import { toDegrees, toSheet, transferred } from "./grid";

/** A grid of 9 x 7 points over 800 x 600 picture units, bent and turned a little. */
function gridAround(lon: number, zoom = 1): DegreeGrid {
  const points = Array.from({ length: 63 }, (_, n) => ({ x: (n % 9) / 8 - 0.5, y: Math.floor(n / 9) / 6 - 0.5 }));
  return {
    x: 46, y: 46, step_x: 100 * zoom, step_y: 100 * zoom, columns: 9,
    lat: points.map(({ x, y }) => 50 - 12 * y - 3 * x * x + x), lon: points.map(({ x, y }) => lon + 20 * x + 4 * x * y),
  };
}

describe("the degree grid", () => {
  it("finds each position again, also at the date line and beyond the edge", () => {
    for (const grid of [gridAround(10), gridAround(178)]) {
      for (const spot of [{ x: 46, y: 46 }, { x: 300, y: 510 }, { x: 846, y: 646 }, { x: 20, y: 30 }]) {
        const degrees = toDegrees(grid, spot);
        expect(Math.abs(degrees.lon)).toBeLessThanOrEqual(180);
        const back = toSheet(grid, degrees);
        expect(back.x).toBeCloseTo(spot.x, 2);
        expect(back.y).toBeCloseTo(spot.y, 2);
      }
    }
  });

  it("transfers a position to a drawing of another scale", () => {
    const { at, scale } = transferred(gridAround(10), gridAround(10, 1.5), { x: 246, y: 346 });
    expect(scale).toBeCloseTo(1.5, 5);
    expect(at.x).toBeCloseTo(46 + 1.5 * 200, 2);
    expect(at.y).toBeCloseTo(46 + 1.5 * 300, 2);
  });
});
