/** The installed app: works offline, has a badge, and updates when the user agrees. */
import { mount } from "svelte";
import { api } from "../lib/api";
import { pendingDecisions } from "../lib/table.svelte";
import UpdateNote from "./UpdateNote.svelte";

const LOOK = 200;
export const REGISTERED = "semafor.worker";

class Shell {
  /** A new version is available. */
  fresh = $state(false);
}
export const shell = new Shell();
let registration: ServiceWorkerRegistration | null = null;

/** Whether this browser supports push notifications. */
export const canPush = (): boolean => "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

/** The service worker of this browser, registered when it is first needed. */
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

/** Activate the new version as soon as no decision is being sent. */
export async function update(): Promise<void> {
  while (pendingDecisions.size) await new Promise((done) => setTimeout(done, LOOK));
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
  registration?.waiting?.postMessage("take over");
}

/** Show the number of tables that wait for me on the app's icon. */
async function badge(): Promise<void> {
  const icon = navigator as { setAppBadge?: (n: number) => Promise<void> };
  if (document.visibilityState === "hidden" || !icon.setAppBadge) return;
  const mine = await api.my().catch(() => null);
  if (mine) await icon.setAppBadge(mine.tables.filter((one) => one.my_turn).length).catch(() => undefined);
}
