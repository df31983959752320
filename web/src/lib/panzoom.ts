/** The position of the board in its pane: scale and translation. */

export interface Transform {
  k: number;
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

export const WHOLE: Transform = { k: 1, x: 0, y: 0 };
export const CLOSEST = 8;

/** The scale at which the board fits its pane, and its position there. */
export function fit(board: Size, window: Size): Transform {
  const k = Math.min(window.width / board.width, window.height / board.height) || 1;
  return { k, x: (window.width - board.width * k) / 2, y: (window.height - board.height * k) / 2 };
}

/** Clamp a position, so that the board leaves no gap that it could fill. */
export function hold(transform: Transform, window: Size, base: Transform, board: Size): Transform {
  const k = Math.min(CLOSEST, Math.max(1, transform.k));
  const along = (shift: number, start: number, extent: number, room: number) => {
    const low = room - (start + extent) * k;
    const high = -start * k;
    return low > high ? (low + high) / 2 : Math.min(high, Math.max(low, shift));
  };
  return {
    k,
    x: along(transform.x, base.x, board.width * base.k, window.width),
    y: along(transform.y, base.y, board.height * base.k, window.height),
  };
}

export interface Box extends Size {
  x: number;
  y: number;
}

/** The position in which the board covers its pane, centred on a box (or on the board). */
export function covering(board: Size, window: Size, base: Transform, box: Box | null): Transform {
  const k = Math.max(window.width / (board.width * base.k), window.height / (board.height * base.k));
  const at = box ?? { x: 0, y: 0, ...board };
  return around({ x: at.x + at.width / 2, y: at.y + at.height / 2 }, k, window, base);
}

/** The position that centres a point of the board. */
export function around(point: { x: number; y: number }, k: number, window: Size, base: Transform): Transform {
  return { k, x: window.width / 2 - (base.x + point.x * base.k) * k, y: window.height / 2 - (base.y + point.y * base.k) * k };
}

/** The position with the same centre and scale after the pane was resized. */
export function centred(transform: Transform, before: { window: Size; base: Transform }, now: { window: Size; base: Transform }): Transform {
  const middle = toBoard(transform, before.base, before.window.width / 2, before.window.height / 2);
  return around(middle, (transform.k * before.base.k) / now.base.k, now.window, now.base);
}

/** Zoom by a factor around the pointer. */
export function zoomAt(transform: Transform, factor: number, x: number, y: number): Transform {
  const k = Math.min(CLOSEST, Math.max(1, transform.k * factor));
  const real = k / transform.k;
  return { k, x: x - (x - transform.x) * real, y: y - (y - transform.y) * real };
}

/** A point of the pane in board units. */
export function toBoard(transform: Transform, base: Transform, x: number, y: number): { x: number; y: number } {
  return { x: ((x - transform.x) / transform.k - base.x) / base.k, y: ((y - transform.y) / transform.k - base.y) / base.k };
}

/** The position that shows a box of the board in the middle of its pane. */
export function show(box: Box, window: Size, base: Transform): Transform {
  const k = Math.min(
    CLOSEST,
    Math.max(1, Math.min(window.width / (box.width * base.k), window.height / (box.height * base.k))),
  );
  return around({ x: box.x + box.width / 2, y: box.y + box.height / 2 }, k, window, base);
}
