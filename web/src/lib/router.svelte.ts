/** The screen of an address. */

export type Screen =
  | { name: "front" }
  | { name: "missing"; path: string }
  | { name: "new"; board: string }
  | { name: "games" }
  | { name: "rules"; rule: string }
  | { name: "workshop"; drawing: boolean }
  | { name: "table"; id: string }
  | { name: "replay"; id: string }
  | { name: "club"; page: ClubPage; id: string };

/** The pages of the club. */
export type ClubPage = (typeof CLUB_PAGES)[number];
const CLUB_PAGES = ["me", "stop", "memory", "club", "tournaments"] as const;

/** The screen of an address. */
export function screenOf(path: string): Screen {
  const [, first = "", second = ""] = path.split("/");
  if (first === "table" && second) return { name: "table", id: decodeURIComponent(second) };
  if (first === "replay" && second) return { name: "replay", id: decodeURIComponent(second) };
  if (first === "new") return { name: "new", board: decodeURIComponent(second) || "europe" };
  if (first === "workshop") return { name: "workshop", drawing: second === "board" };
  if (first === "games") return { name: "games" };
  if (first === "rules") return { name: "rules", rule: decodeURIComponent(second).toUpperCase() };
  const page = CLUB_PAGES.find((one) => one === first);
  if (page) return { name: "club", page, id: decodeURIComponent(second) };
  return first ? { name: "missing", path } : { name: "front" };
}

class Router {
  screen = $state.raw<Screen>(screenOf(location.pathname));

  constructor() {
    addEventListener("popstate", () => (this.screen = screenOf(location.pathname)));
  }

  go(path: string): void {
    history.pushState(null, "", path);
    this.screen = screenOf(location.pathname);
    scrollTo(0, 0);
  }

  /** `onclick` of links: navigate in the page unless the user wants a new tab. */
  follow = (event: MouseEvent): void => {
    const link = event.currentTarget as HTMLAnchorElement;
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    this.go(link.getAttribute("href") ?? "/");
  };
}

export const router = new Router();

/** A secret behind `#`, removed from the address so that it stays neither visible nor in the history. */
export function takeFragment(name: string): string {
  const found = new URLSearchParams(location.hash.slice(1));
  const value = found.get(name) ?? "";
  if (value) {
    found.delete(name);
    const rest = found.toString();
    history.replaceState(history.state, "", location.pathname + location.search + (rest ? `#${rest}` : ""));
  }
  return value;
}

/** Whether a host name means this machine, so that others cannot use it. */
export function isOwnMachine(host: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[?::1\]?)$/.test(host);
}

/** A value behind `#`, which is not sent to the server. */
export function fragment(name: string): string {
  return new URLSearchParams(location.hash.slice(1)).get(name) ?? "";
}
