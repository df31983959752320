/** The game as an app: works without a line, has a badge, and takes a new version when the person wants it. */
import { mount } from "svelte";
import { api } from "../lib/api";
import { underway } from "../lib/table.svelte";
import UpdateNote from "./UpdateNote.svelte";

const LOOK = 200;
export const REGISTERED = "semafor.worker";

class Shell {
  /** A new version waits. */
  fresh = $state(false);
}
export const shell = new Shell();
let registration: ServiceWorkerRegistration | null = null;

/** Whether this browser can be told something while the game is closed. */
export const canPush = (): boolean => "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

/** The service worker of this browser, registered when it is first wanted. */
export async function begin(): Promise<ServiceWorkerRegistration | null> {
  if (!("serviceWorker" in navigator)) return null;
  if (registration) return registration;
  registration = await navigator.serviceWorker.register("/sw.js");
  localStorage.setItem(REGISTERED, "1");
  mount(UpdateNote, { target: document.body });
  watch(registration);
  document.addEventListener("visibilitychange", () => void badge());
  void badge();
  return registration;
}

function watch(found: ServiceWorkerRegistration): void {
  const look = () => (shell.fresh = found.waiting !== null && navigator.serviceWorker.controller !== null);
  look();
  found.addEventListener("updatefound", () => found.installing?.addEventListener("statechange", look));
}

/** Let the new version take over, as soon as no decision is on its way. */
export async function update(): Promise<void> {
  while (underway.size) await new Promise((done) => setTimeout(done, LOOK));
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
  registration?.waiting?.postMessage("take over");
}

/** The icon says how many tables wait for me. */
async function badge(): Promise<void> {
  const icon = navigator as { setAppBadge?: (n: number) => Promise<void> };
  if (document.visibilityState === "hidden" || !icon.setAppBadge) return;
  const mine = await api.my().catch(() => null);
  if (mine) await icon.setAppBadge(mine.tables.filter((one) => one.my_turn).length).catch(() => undefined);
}
