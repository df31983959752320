/** What on the board lies under a finger or a pointer. */
import type { Geometry } from "../protocol";

export type Target = { kind: "route"; route: number } | { kind: "place"; place: string };

/** How far a point is from the middle line of a space. */
function fromSpace(space: { x: number; y: number; angle: number }, length: number, x: number, y: number): number {
  const turn = (space.angle * Math.PI) / 180;
  const [dx, dy] = [x - space.x, y - space.y];
  const along = dx * Math.cos(turn) + dy * Math.sin(turn);
  const across = -dx * Math.sin(turn) + dy * Math.cos(turn);
  return Math.hypot(Math.max(0, Math.abs(along) - length / 2), across);
}

function nearestRoute(geometry: Geometry, x: number, y: number, eager: (route: number) => boolean, reach: number) {
  let best = { route: -1, far: reach };
  geometry.routes.forEach((shape, route) => {
    // What can be claimed is a little nearer to a clumsy finger.
    const bonus = eager(route) ? reach * 0.25 : 0;
    for (const space of shape.spaces) {
      const far = fromSpace(space, shape.length, x, y);
      if (far < reach && far - bonus < best.far) best = { route, far: far - bonus };
    }
  });
  return best;
}

/** The nearest route or place within reach (in board units), if any. */
export function pick(
  geometry: Geometry,
  x: number,
  y: number,
  reach: number,
  eager: (route: number) => boolean = () => false,
): Target | null {
  const near = Math.max(geometry.place_radius * 1.15, reach * 0.5);
  let place: { id: string; far: number } | null = null;
  for (const point of geometry.places) {
    const far = Math.hypot(point.x - x, point.y - y);
    if (far < (place?.far ?? near)) place = { id: point.id, far };
  }
  const found = nearestRoute(geometry, x, y, eager, Math.max(reach, 12));
  if (place && (found.route < 0 || place.far <= found.far)) return { kind: "place", place: place.id };
  return found.route < 0 ? null : { kind: "route", route: found.route };
}

/** The box around some routes and places, with a margin. */
export function boxAround(geometry: Geometry, routes: number[], places: string[], margin = 90) {
  const points = [
    ...geometry.places.filter((place) => places.includes(place.id)),
    ...routes.flatMap((route) => geometry.routes[route]?.spaces ?? []),
  ];
  if (!points.length) return { x: 0, y: 0, width: geometry.width, height: geometry.height };
  const [xs, ys] = [points.map((p) => p.x), points.map((p) => p.y)];
  const [left, top] = [Math.min(...xs) - margin, Math.min(...ys) - margin];
  return { x: left, y: top, width: Math.max(...xs) + margin - left, height: Math.max(...ys) + margin - top };
}
