/** The logic of the service worker without browser events, so that it can be tested. */
import notices from "../lib/i18n/notices.json";

/** A push message about a table; it contains no text. */
export interface Push {
  kind: "turn" | "over";
  table: string;
  board: string;
  language: "en" | "pl";
  waiting: number;
}

/** The page that a notification opens. */
export const pageOf = (said: Push): string => `/table/${encodeURIComponent(said.table)}`;

/** The notification: one per table; a newer one replaces an older one. */
export function noticeOf(said: Push): { title: string; options: NotificationOptions } {
  const language = said.language === "pl" ? "pl" : "en";
  return {
    title: said.board || "Semafor",
    options: { body: notices[language][said.kind === "over" ? "notices.over" : "notices.turn"], tag: said.table, lang: language, icon: "/icon-192.png", badge: "/icon-192.png", data: pageOf(said) },
  };
}

/** The window to focus, or none; a window that already shows the page is preferred. */
export function windowFor<W extends { url: string }>(page: string, windows: readonly W[]): W | undefined {
  return windows.find((one) => new URL(one.url).pathname === page);
}

/** How a request is answered: hashed files from the cache, pages from the network or the cached shell. */
export type Way = "shelf" | "shell" | "line";

export function wayOf(method: string, mode: string, address: string, origin: string): Way {
  const url = new URL(address);
  if (method !== "GET" || url.origin !== origin) return "line";
  if (url.pathname.startsWith("/assets/")) return "shelf";
  if (mode === "navigate" && !url.pathname.startsWith("/api/")) return "shell";
  return "line";
}
