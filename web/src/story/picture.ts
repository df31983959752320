/** The final map as a file: the server's drawing, rasterized here if pixels are needed. */
import { settings } from "../lib/settings.svelte";

const WIDE = 1600;

export function pictureAddress(id: string): string {
  const theme = document.documentElement.dataset["theme"] === "night" ? "night" : "paper";
  return `/api/tables/${encodeURIComponent(id)}/picture.svg?language=${settings.language}&theme=${theme}`;
}

function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** Save the picture; returns false if that failed. */
export async function savePicture(id: string, kind: "png" | "svg"): Promise<boolean> {
  try {
    const answer = await fetch(pictureAddress(id));
    if (!answer.ok) return false;
    const drawn = await answer.blob();
    const blob = kind === "svg" ? drawn : await paint(drawn);
    if (blob) saveBlob(blob, `semafor-${id}.${kind}`);
    return blob !== null;
  } catch {
    return false;
  }
}

async function paint(drawn: Blob): Promise<Blob | null> {
  const image = new Image();
  const address = URL.createObjectURL(drawn);
  try {
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = WIDE;
    canvas.height = Math.round((WIDE * image.naturalHeight) / Math.max(1, image.naturalWidth));
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((done) => canvas.toBlob(done, "image/png"));
  } finally {
    URL.revokeObjectURL(address);
  }
}
