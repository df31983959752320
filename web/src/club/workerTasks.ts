/** What the service worker does, apart from the browser's events, so that it can be tried. */
import notices from "../lib/i18n/notices.json";

/** What the server says of a table; it sends no words. */
export interface Push {
  kind: "turn" | "over";
  table: string;
  board: string;
  language: "en" | "pl";
  waiting: number;
}

/** The page that a notice opens. */
export const pageOf = (said: Push): string => `/table/${encodeURIComponent(said.table)}`;

/** What is shown: one notice a table, the newest in the place of those before. */
export function noticeOf(said: Push): { title: string; options: NotificationOptions } {
  const language = said.language === "pl" ? "pl" : "en";
  return {
    title: said.board || "Semafor",
    options: { body: notices[language][said.kind === "over" ? "notices.over" : "notices.turn"], tag: said.table, lang: language, icon: "/icon-192.png", badge: "/icon-192.png", data: pageOf(said) },
  };
}

/** The window to bring to the front, or none: one that shows the page already comes first. */
export function windowFor<W extends { url: string }>(page: string, windows: readonly W[]): W | undefined {
  return windows.find((one) => new URL(one.url).pathname === page);
}

/** How a request is answered: files with a name of their own from the shelf, pages from the line or else the shell. */
export type Way = "shelf" | "shell" | "line";

export function wayOf(method: string, mode: string, address: string, origin: string): Way {
  const url = new URL(address);
  if (method !== "GET" || url.origin !== origin) return "line";
  if (url.pathname.startsWith("/assets/")) return "shelf";
  if (mode === "navigate" && !url.pathname.startsWith("/api/")) return "shell";
  return "line";
}
