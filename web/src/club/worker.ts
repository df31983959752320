/** The service worker: offline pages and push notifications. It never caches answers of the server. */
import { noticeOf, pageOf, wayOf, windowFor, type Push } from "./workerLogic";

interface Happening extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Asked extends Happening {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface Pushed extends Happening {
  data: { json(): unknown } | null;
}
interface Clicked extends Happening {
  notification: Notification;
}
interface Page {
  url: string;
  focus(): Promise<unknown>;
}
interface Worker {
  location: Location;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void>; matchAll(options: object): Promise<Page[]>; openWindow(page: string): Promise<unknown> };
  registration: ServiceWorkerRegistration;
  addEventListener(name: string, doing: (event: never) => void): void;
}

const here = self as unknown as Worker;
const FILES = "__FILES__".split(" ");
/** One cache per version; pages of the previous version keep theirs until the last of them is closed. */
const SHELF = `semafor ${FILES.join(" ")}`;
const SHELL = "/";

async function fill(): Promise<void> {
  const shelf = await caches.open(SHELF);
  await shelf.addAll([SHELL, "/icon.svg", ...FILES]);
}

async function clear(): Promise<void> {
  for (const name of await caches.keys()) if (name.startsWith("semafor ") && name !== SHELF) await caches.delete(name);
  await here.clients.claim();
}

async function fromShelf(request: Request): Promise<Response> {
  const known = await caches.match(request);
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok) await (await caches.open(SHELF)).put(request, answer.clone());
  return answer;
}

async function fromLine(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const shell = await caches.match(SHELL);
    if (shell) return shell;
    throw error;
  }
}

async function tell(said: Push): Promise<void> {
  const { title, options } = noticeOf(said);
  await here.registration.showNotification(title, options);
  await (navigator as { setAppBadge?: (n: number) => Promise<void> }).setAppBadge?.(said.waiting);
}

async function open(page: string): Promise<void> {
  const windows = await here.clients.matchAll({ type: "window", includeUncontrolled: true });
  const known = windowFor(page, windows);
  await (known ? known.focus() : here.clients.openWindow(page));
}

here.addEventListener("install", (event: Happening) => event.waitUntil(fill()));
here.addEventListener("activate", (event: Happening) => event.waitUntil(clear()));
// A new version waits for the user's consent; open pages keep their own files.
here.addEventListener("message", (event: MessageEvent) => {
  if (event.data === "take over") void here.skipWaiting();
});
here.addEventListener("fetch", (event: Asked) => {
  const way = wayOf(event.request.method, event.request.mode, event.request.url, here.location.origin);
  if (way === "shelf") event.respondWith(fromShelf(event.request));
  if (way === "shell") event.respondWith(fromLine(event.request));
});
here.addEventListener("push", (event: Pushed) => {
  if (event.data) event.waitUntil(tell(event.data.json() as Push));
});
here.addEventListener("notificationclick", (event: Clicked) => {
  event.notification.close();
  event.waitUntil(open(String(event.notification.data ?? pageOf({ table: "" } as Push))));
});
