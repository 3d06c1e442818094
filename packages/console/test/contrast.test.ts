import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const sheet = readFileSync(join(import.meta.dirname, "../src/style/ground.css"), "utf8");

/** The luminance of a colour of the style sheet, in light or in dark. */
function luminance(name: string, which: 0 | 1): number {
  const found = new RegExp(`--${name}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)`).exec(sheet);
  const hex = found?.[which + 1];
  if (!hex) throw new Error(`--${name} is not a pair of colours.`);
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string, which: 0 | 1): number {
  const [dark = 0, light = 0] = [luminance(one, which), luminance(other, which)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const grounds = ["ground", "rail", "raised"];

/** WCAG 2.2, 1.4.3 and 1.4.11. */
const pairs = [
  ["control-line", grounds, 3],
  ["text", [...grounds, "danger-ground", "warn-ground", "good-ground"], 4.5],
  ["soft-text", grounds, 4.5],
  ["muted", grounds, 4.5],
  ["ink", grounds, 4.5],
  ["danger", ["ground", "danger-ground"], 4.5],
  ["warn", ["ground", "warn-ground"], 4.5],
  ["good", ["ground", "good-ground"], 4.5],
] as const;

describe.each([
  ["light", 0],
  ["dark", 1],
] as const)("in %s colours", (_theme, which) => {
  test.each(pairs)("--%s has enough contrast on %j", (name, on, least) => {
    for (const ground of on) expect(contrast(name, ground, which), ground).toBeGreaterThanOrEqual(least);
  });
});
