import { describe, expect, it } from "vitest";
import type { Chart } from "../protocol";
import { carried, toDegrees, toSheet } from "./chart";

const FLAT: Chart = { meridian: 10, cone: 0.75, factor: 2400, x: 400, y: -1200 };
const BENT: Chart = { ...FLAT, bend: { reach: 120, pulls: [{ x: 400, y: 300, dx: 40, dy: -25 }, { x: 620, y: 350, dx: -30, dy: 30 }] } };

describe("a chart", () => {
  it("is read back where it is bent, too", () => {
    for (const at of [{ lat: 48.2, lon: 11.3 }, { lat: 52.5, lon: 13.4 }, { lat: 44, lon: 7 }]) {
      for (const chart of [FLAT, BENT]) {
        const back = toDegrees(chart, toSheet(chart, at));
        expect(back.lat).toBeCloseTo(at.lat, 5);
        expect(back.lon).toBeCloseTo(at.lon, 5);
      }
    }
  });

  it("carries a spot to a sheet of another scale", () => {
    const spot = toSheet(FLAT, { lat: 50, lon: 12 });
    const { at, scale } = carried(FLAT, { ...FLAT, factor: 3600, x: 0 }, spot);
    expect(scale).toBeCloseTo(1.5, 5);
    expect(at.x).toBeCloseTo((spot.x - 400) * 1.5, 3);
  });
});
