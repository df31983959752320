/** Reading and saving files of this device. */
/** Bytes; the server accepts requests of up to a million bytes. */
const LARGEST = 900_000;

export class TooLarge extends Error {}
export class NotText extends Error {}

export async function textOf(file: File): Promise<string> {
  if (file.size > LARGEST) throw new TooLarge();
  return decode(new Uint8Array(await file.arrayBuffer()));
}

/** Decode UTF-8, or UTF-16 with a byte order mark; other encodings are not guessed. */
export function decode(bytes: Uint8Array): string {
  const mark = `${bytes[0]} ${bytes[1]}`;
  const encoding = mark === "255 254" ? "utf-16le" : mark === "254 255" ? "utf-16be" : "utf-8";
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    if (!text.includes("\0")) return text;
  } catch {
    // reported below
  }
  throw new NotText();
}

/** Save a text as a file. */
export function saveText(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "application/toml" }));
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
