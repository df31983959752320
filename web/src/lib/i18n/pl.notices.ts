import type { notices as english } from "./en.notices";

export const notices: Record<keyof typeof english, string> = {
  turn: "Twoja kolej.",
  over: "Gra skończona.",
};
