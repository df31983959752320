/** What this browser contributes to a deal: a secret random number whose hash is published before the number. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, randomBytes, utf8ToBytes } from "@noble/hashes/utils.js";

const PARTS = "semafor.parts.";

/** A new secret number as hexadecimal digits. */
export const newPart = (): string => bytesToHex(randomBytes(16));

/** The hash that commits a player to a number. SubtleCrypto is missing on pages served over plain HTTP. */
export const promiseOf = (part: string): string => bytesToHex(sha256(utf8ToBytes(part)));

/** Store the number of one of my seats. */
export function rememberPart(table: string, seat: number, part: string): void {
  localStorage.setItem(`${PARTS}${table}.${seat}`, part);
}

/** The number of one of my seats, created when it is first needed. */
export function knownPart(table: string, seat: number): string {
  const known = localStorage.getItem(`${PARTS}${table}.${seat}`);
  if (known) return known;
  const part = newPart();
  rememberPart(table, seat, part);
  return part;
}
