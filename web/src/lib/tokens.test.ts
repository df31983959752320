import { expect, test } from "vitest";
import { tokens } from "./tokens";

function light(hex: string): number {
  const part = (at: number) => {
    const value = parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5);
}

function contrast(one: string, two: string): number {
  const [dark, bright] = [light(one), light(two)].sort((a, b) => a - b) as [number, number];
  return (bright + 0.05) / (dark + 0.05);
}

test.each(tokens.players)("$name.en is visible on night land, and its mark on it", ({ night, night_mark }) => {
  expect(contrast(night, tokens.themes.night.land)).toBeGreaterThan(4.5);
  expect(contrast(night, night_mark)).toBeGreaterThan(4.5);
});
