/** The browser's install prompt, stored until the user wants it. */

interface Offer extends Event {
  prompt(): Promise<void>;
}

let offer: Offer | null = null;

/** Listen for the prompt; otherwise the browser would show it to everybody immediately. */
export function storeInstallPrompt(): void {
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
