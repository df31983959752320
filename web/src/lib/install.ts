/** The browser's offer to put the game among the apps, kept until somebody wants it. */

interface Offer extends Event {
  prompt(): Promise<void>;
}

let offer: Offer | null = null;

/** Listen for the offer; without this the browser would ask everybody at once. */
export function keepInvitation(): void {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    offer = event as Offer;
  });
}

export const canInstall = (): boolean => offer !== null;

export async function install(): Promise<void> {
  await offer?.prompt();
  offer = null;
}
