/** The user's settings in this browser. */
import type { Language, Pace } from "./protocol";

export type Theme = "auto" | "paper" | "night";
export type Motion = "auto" | "full" | "less";

interface Chosen {
  language: Language;
  theme: Theme;
  motion: Motion;
  sound: boolean;
  hints: boolean;
  /** Ask before drawing. */
  confirmDraws: boolean;
  /** Hold each move back for a moment, so that it can be undone. */
  undo: boolean;
  /** The speed of bots at tables created here. */
  pace: Pace;
  name: string;
}

const STORE = "semafor.settings";

function guess(): Chosen {
  const language: Language = navigator.language.toLowerCase().startsWith("pl") ? "pl" : "en";
  return { language, theme: "auto", motion: "auto", sound: true, hints: false, confirmDraws: false, undo: false, pace: "normal", name: "" };
}

function load(): Chosen {
  try {
    return { ...guess(), ...(JSON.parse(localStorage.getItem(STORE) ?? "{}") as Partial<Chosen>) };
  } catch {
    return guess();
  }
}

const dark = matchMedia("(prefers-color-scheme: dark)");
const still = matchMedia("(prefers-reduced-motion: reduce)");

class Settings {
  chosen = $state<Chosen>(load());
  private systemDark = $state(dark.matches);
  private systemStill = $state(still.matches);

  constructor() {
    dark.addEventListener("change", () => (this.systemDark = dark.matches));
    still.addEventListener("change", () => (this.systemStill = still.matches));
  }

  get language(): Language {
    return this.chosen.language;
  }

  get night(): boolean {
    return this.chosen.theme === "auto" ? this.systemDark : this.chosen.theme === "night";
  }

  get still(): boolean {
    return this.chosen.motion === "auto" ? this.systemStill : this.chosen.motion === "less";
  }

  /** Store the settings and apply them to the page. */
  apply(): void {
    localStorage.setItem(STORE, JSON.stringify(this.chosen));
    const root = document.documentElement;
    root.lang = this.language;
    root.dataset["theme"] = this.night ? "night" : "paper";
    root.dataset["motion"] = this.still ? "less" : "full";
  }
}

export const settings = new Settings();
