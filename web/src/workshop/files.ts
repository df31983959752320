/** Files of this device: read, and handed out. */
/** Bytes; the server accepts requests of up to a million bytes. */
const LARGEST = 900_000;

export class TooLarge extends Error {}
export class NotText extends Error {}

export async function textOf(file: File): Promise<string> {
  if (file.size > LARGEST) throw new TooLarge();
  return decode(new Uint8Array(await file.arrayBuffer()));
}

/** UTF-8, or UTF-16 with its mark; letters of another encoding are not guessed at. */
export function decode(bytes: Uint8Array): string {
  const mark = `${bytes[0]} ${bytes[1]}`;
  const encoding = mark === "255 254" ? "utf-16le" : mark === "254 255" ? "utf-16be" : "utf-8";
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    if (!text.includes("\0")) return text;
  } catch {
    // told below
  }
  throw new NotText();
}

/** Hand a text out as a file. */
export function saveText(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "application/toml" }));
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
