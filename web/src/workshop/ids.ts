/** Ids of places and boards: lower case, words joined by hyphens. */
const SPECIAL: Record<string, string> = { ł: "l", ß: "ss", ø: "o", æ: "ae", œ: "oe", đ: "d", ð: "d", þ: "th", ı: "i" };

/** Lower case without accents. */
export function plain(name: string): string {
  return [...name.toLowerCase()].map((sign) => SPECIAL[sign] ?? sign).join("").normalize("NFD").replace(/\p{M}/gu, "");
}

/** The id of a name; empty if it has no Latin letter. */
export function slug(name: string): string {
  return plain(name).split(/[^a-z]+/).filter(Boolean).join("-");
}

/** An id for a name that is not taken. */
export function newId(name: string, taken: string[]): string {
  const base = slug(name) || "place";
  if (!taken.includes(base)) return base;
  for (let n = 0; ; n++) {
    const id = `${base}-${ending(n)}`;
    if (!taken.includes(id)) return id;
  }
}

function ending(n: number): string {
  return (n >= 25 ? ending(Math.floor(n / 25) - 1) : "") + String.fromCharCode(98 + (n % 25));
}
