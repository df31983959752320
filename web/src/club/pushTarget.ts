/** Where this browser hears the server while the game is closed. */
import type { PushTarget } from "../protocol";
import { bytesOf } from "./base64url";
import { begin } from "./shell.svelte";

/** The person, or the browser, does not want to be told. */
export class Denied extends Error {}

/** Ask the person, then the browser; Denied where one of them says no. */
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
