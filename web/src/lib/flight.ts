/** A card travels across the table; without motion it does not. */
import { settings } from "./settings.svelte";

function middle(spot: string): { x: number; y: number } | null {
  const found = document.querySelector(`[data-spot="${spot}"]`);
  if (!found) return null;
  const box = found.getBoundingClientRect();
  return box.width ? { x: box.left + box.width / 2, y: box.top + box.height / 2 } : null;
}

/** Let a card fly from one spot of the page to the first of others that is on the page. */
export function fly(card: string | null, from: string, to: string[], delay = 0): void {
  if (settings.still || document.hidden) return;
  const start = middle(from);
  const end = to.map(middle).find((spot) => spot !== null);
  if (!start || !end) return;
  const ghost = document.createElement("div");
  ghost.className = "flying";
  ghost.style.background = card ? `var(--card-${card})` : "#2f4a56";
  document.body.append(ghost);
  const at = (spot: { x: number; y: number }, scale: number) => `translate(${spot.x - 22}px, ${spot.y - 31}px) scale(${scale})`;
  const motion = ghost.animate(
    [
      { transform: at(start, 1), opacity: 1 },
      { transform: at(end, 0.8), opacity: 0.9 },
    ],
    { duration: 300, delay, easing: "cubic-bezier(.3,.1,.3,1)", fill: "both" },
  );
  motion.onfinish = () => ghost.remove();
  motion.oncancel = () => ghost.remove();
}
