/** A card moves across the table; with reduced motion it only fades in and out at its destination. */
import { settings } from "./settings.svelte";
import { symbolPath, wedges } from "./tokens";

const SVG = "http://www.w3.org/2000/svg";

function path(d: string, fill: string): SVGElement {
  const drawn = document.createElementNS(SVG, "path");
  drawn.setAttribute("d", d);
  drawn.setAttribute("fill", fill);
  drawn.setAttribute("fill-rule", "evenodd");
  return drawn;
}

/** The symbol of a colour, for people who cannot see it. */
function symbolOf(card: string): SVGElement {
  const drawn = document.createElementNS(SVG, "svg");
  drawn.setAttribute("viewBox", "-7 -7 14 14");
  if (card === "wild") for (const wedge of wedges(6)) drawn.append(path(wedge.path, wedge.fill));
  else drawn.append(path(symbolPath(card), `var(--mark-${card})`));
  return drawn;
}

function middle(spot: string): { x: number; y: number } | null {
  const found = document.querySelector(`[data-spot="${spot}"]`);
  if (!found) return null;
  const box = found.getBoundingClientRect();
  return box.width ? { x: box.left + box.width / 2, y: box.top + box.height / 2 } : null;
}

const at = ({ x, y }: { x: number; y: number }, scale: number) => `translate(${x - 22}px, ${y - 31}px) scale(${scale})`;

/** Move a card from one element to the first of several others that is on the page. */
export function fly(card: string | null, from: string, to: string[], delay = 0): void {
  if (document.hidden) return;
  const start = middle(from);
  const end = to.map(middle).find((spot) => spot !== null);
  if (!start || !end) return;
  const ghost = document.createElement("div");
  ghost.className = "flying";
  ghost.style.background = card ? `var(--card-${card})` : "#2f4a56";
  if (card) ghost.append(symbolOf(card));
  document.body.append(ghost);
  const travels = [{ transform: at(start, 1), opacity: 1 }, { transform: at(end, 0.8), opacity: 0.9 }];
  const fades = [0, 0.85, 0].map((opacity) => ({ transform: at(end, 0.8), opacity }));
  const motion = ghost.animate(settings.still ? fades : travels, { duration: 300, delay, easing: "cubic-bezier(.3,.1,.3,1)", fill: "both" });
  motion.onfinish = () => ghost.remove();
  motion.oncancel = () => ghost.remove();
}
