/** Which route or place is under a finger or pointer. */
import type { Geometry } from "../protocol";

export type Target = { kind: "route"; route: number } | { kind: "place"; place: string };
/** A tap may hit several routes that are close together. */
export type Tapped = Target | { kind: "routes"; routes: number[] };

/** The distance of a point from the centre line of a space. */
function fromSpace(space: { x: number; y: number; angle: number }, length: number, x: number, y: number): number {
  const turn = (space.angle * Math.PI) / 180;
  const [dx, dy] = [x - space.x, y - space.y];
  const along = dx * Math.cos(turn) + dy * Math.sin(turn);
  const across = -dx * Math.sin(turn) + dy * Math.cos(turn);
  return Math.hypot(Math.max(0, Math.abs(along) - length / 2), across);
}

/** The distance of a point from each route within reach, the nearest first. */
function routesNear(geometry: Geometry, x: number, y: number, reach: number): { route: number; far: number }[] {
  return geometry.routes
    .map((shape, route) => ({ route, far: Math.min(...shape.spaces.map((space) => fromSpace(space, shape.length, x, y))) }))
    .filter(({ far }) => far < reach)
    .sort((one, two) => one.far - two.far);
}

function placeNear(geometry: Geometry, x: number, y: number, reach: number): { place: string; far: number } | null {
  const near = Math.max(geometry.place_radius * 1.15, reach * 0.5);
  let found: { place: string; far: number } | null = null;
  for (const point of geometry.places) {
    const far = Math.hypot(point.x - x, point.y - y);
    if (far < (found?.far ?? near)) found = { place: point.id, far };
  }
  return found;
}

/** The nearest route or place within reach (in board units), if any. */
export function pick(
  geometry: Geometry,
  x: number,
  y: number,
  reach: number,
  eager: (route: number) => boolean = () => false,
): Target | null {
  const wide = Math.max(reach, 12);
  // Claimable routes count as a little nearer.
  const routes = routesNear(geometry, x, y, wide).map(({ route, far }) => ({ route, far: far - (eager(route) ? wide * 0.25 : 0) }));
  const best = routes.sort((one, two) => one.far - two.far)[0];
  const place = placeNear(geometry, x, y, reach);
  if (place && (!best || place.far <= best.far)) return { kind: "place", place: place.place };
  return best ? { kind: "route", route: best.route } : null;
}

/** Tolerances of a tap, in pixels. */
const FINGER = {
  /** The farthest hit. */
  reach: 22,
  /** Something nearer by more than this was clearly meant. */
  clear: 14,
  /** Within this, two routes are equally near. */
  tie: 7,
};

/** The target of a tap: the nearest claimable route, or several if they are equally near. */
export function tap(geometry: Geometry, x: number, y: number, pixel: number, eager: (route: number) => boolean): Tapped | null {
  const meant = pick(geometry, x, y, FINGER.reach * pixel);
  if (meant?.kind === "place") return meant;
  const near = routesNear(geometry, x, y, Math.max(FINGER.reach * pixel, 12));
  const limit = (near[0]?.far ?? 0) + FINGER.clear * pixel;
  const claimable = near.filter(({ route, far }) => eager(route) && far <= limit);
  const ties = claimable.filter(({ far }) => far - (claimable[0]?.far ?? 0) <= FINGER.tie * pixel).map(({ route }) => route);
  if (ties.length > 1) return { kind: "routes", routes: ties };
  return ties[0] === undefined ? meant : { kind: "route", route: ties[0] };
}

/** The box around routes and places, with a margin. */
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
