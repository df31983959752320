/** What this browser adds to a deal: a part that is promised by its hash before it is told. */
import { sha256 } from "./sha256";

const PARTS = "semafor.parts.";

/** A part that nobody can guess. */
export function newPart(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The hash by which a part is promised. */
export function promiseOf(part: string): string {
  return sha256(part);
}

/** Remember the part of one of my seats. */
export function rememberPart(table: string, seat: number, part: string): void {
  localStorage.setItem(`${PARTS}${table}.${seat}`, part);
}

/** The part of one of my seats, drawn when it is first needed. */
export function knownPart(table: string, seat: number): string {
  const known = localStorage.getItem(`${PARTS}${table}.${seat}`);
  if (known) return known;
  const part = newPart();
  rememberPart(table, seat, part);
  return part;
}
