/** The push subscription of this browser. */
import type { PushTarget } from "../protocol";
import { bytesOf } from "./base64url";
import { begin } from "./app.svelte";

/** The user or the browser refused notifications. */
export class Denied extends Error {}

/** Ask the user and subscribe; throws Denied if refused. */
export async function pushTarget(key: string): Promise<PushTarget> {
  if ((await Notification.requestPermission()) !== "granted") throw new Denied();
  await begin();
  const registration = await navigator.serviceWorker.ready;
  const known = await registration.pushManager.getSubscription();
  const found = known ?? (await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(key) }).catch(() => null));
  const said = found?.toJSON();
  if (!said?.endpoint || !said.keys?.["p256dh"] || !said.keys["auth"]) throw new Denied();
  return { endpoint: said.endpoint, p256dh: said.keys["p256dh"], auth: said.keys["auth"] };
}
