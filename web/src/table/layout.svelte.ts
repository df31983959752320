/** The layout of a table: desktop, phone in portrait, or phone in landscape (chosen by height). */
const SHORT = matchMedia("(max-height: 520px) and (min-width: 560px)");
const NARROW = matchMedia("(max-width: 820px)");

export type Shape = "wide" | "narrow" | "short";

class Layout {
  shape = $state<Shape>(shapeNow());

  constructor() {
    for (const query of [SHORT, NARROW]) query.addEventListener("change", () => (this.shape = shapeNow()));
  }
}

function shapeNow(): Shape {
  if (SHORT.matches) return "short";
  return NARROW.matches ? "narrow" : "wide";
}

export const layout = new Layout();
