/** Positions on a drawing and on the globe, interpolated in the degree grid that the server sends with it. */
import type { DegreeGrid } from "../protocol";
import type { Spot } from "./suggest";

export interface Degrees {
  lat: number;
  lon: number;
}

/** A longitude between -180 and 180. */
export const wrapped = (lon: number) => ((((lon + 180) % 360) + 360) % 360) - 180;

/** The value at a position and its change per picture unit; beyond the grid, the nearest cell is continued. */
function read(grid: DegreeGrid, values: readonly number[], { x, y }: Spot): { value: number; perX: number; perY: number } {
  const rows = values.length / grid.columns;
  const [across, down] = [(x - grid.x) / grid.step_x, (y - grid.y) / grid.step_y];
  const column = Math.min(grid.columns - 2, Math.max(0, Math.floor(across)));
  const row = Math.min(rows - 2, Math.max(0, Math.floor(down)));
  const [u, v] = [across - column, down - row];
  const corner = (dx: number, dy: number) => values[(row + dy) * grid.columns + column + dx]!;
  const [top, bottom] = [corner(1, 0) - corner(0, 0), corner(1, 1) - corner(0, 1)];
  const [left, right] = [corner(0, 1) - corner(0, 0), corner(1, 1) - corner(1, 0)];
  return {
    value: corner(0, 0) + u * top + v * left + u * v * (bottom - top),
    perX: (top + v * (bottom - top)) / grid.step_x,
    perY: (left + u * (right - left)) / grid.step_y,
  };
}

export function toDegrees(grid: DegreeGrid, spot: Spot): Degrees {
  return { lat: read(grid, grid.lat, spot).value, lon: wrapped(read(grid, grid.lon, spot).value) };
}

const ITERATIONS = 20;
const CLOSE = 1e-3;

/** The inverse of `toDegrees`, by Newton's method from the middle of the drawing. */
export function toSheet(grid: DegreeGrid, at: Degrees): Spot {
  const rows = grid.lat.length / grid.columns;
  let spot = { x: grid.x + (grid.step_x * (grid.columns - 1)) / 2, y: grid.y + (grid.step_y * (rows - 1)) / 2 };
  const middle = read(grid, grid.lon, spot).value;
  const lon = middle + wrapped(at.lon - middle);
  for (let n = 0; n < ITERATIONS; n++) {
    const [north, east] = [read(grid, grid.lat, spot), read(grid, grid.lon, spot)];
    const [dLat, dLon] = [at.lat - north.value, lon - east.value];
    const area = east.perX * north.perY - east.perY * north.perX;
    if (!area) break;
    const step = { x: (dLon * north.perY - dLat * east.perY) / area, y: (dLat * east.perX - dLon * north.perX) / area };
    spot = { x: spot.x + step.x, y: spot.y + step.y };
    if (Math.hypot(step.x, step.y) < CLOSE) break;
  }
  return spot;
}

/** The same position on another drawing, and how much larger things are there. */
export function transferred(from: DegreeGrid, to: DegreeGrid, spot: Spot): { at: Spot; scale: number } {
  const [at, beside] = [spot, { x: spot.x + 10, y: spot.y }].map((one) => toSheet(to, toDegrees(from, one))) as [Spot, Spot];
  return { at, scale: Math.hypot(beside.x - at.x, beside.y - at.y) / 10 };
}
