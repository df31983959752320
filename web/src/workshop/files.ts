/** Files of this device: read, and handed out. */
const LARGEST = 1024 * 1024;

export class TooLarge extends Error {}

export async function textOf(file: File): Promise<string> {
  if (file.size > LARGEST) throw new TooLarge();
  return file.text();
}

/** Hand a text out as a file. */
export function saveText(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "application/toml" }));
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
