/** The design tokens shared with Python, for places that CSS variables do not reach. */
import file from "../../../src/semafor/picture/tokens.json";

export const tokens = file;

export type CardColour = keyof typeof file.cards;

/** The path of a colour's symbol; empty for grey. */
export function symbolPath(colour: string): string {
  const name = file.cards[colour as CardColour]?.symbol ?? "";
  return name ? file.symbols[name as keyof typeof file.symbols] : "";
}

export function patternPath(player: number): string {
  const name = file.players[player % file.players.length]?.pattern ?? "plain";
  return file.patterns[name as keyof typeof file.patterns];
}

/** The sectors of the wheel of wild cards. */
export function wedges(radius: number): { path: string; fill: string }[] {
  const step = (2 * Math.PI) / file.wheel.length;
  const point = (turn: number) =>
    `${(radius * Math.sin(turn)).toFixed(2)} ${(-radius * Math.cos(turn)).toFixed(2)}`;
  return file.wheel.map((fill, n) => ({
    fill,
    path: `M0 0L${point(n * step)}A${radius} ${radius} 0 0 1 ${point((n + 1) * step)}Z`,
  }));
}
