import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { brandColours, contrast, grounds, mix, tintShare } from "../src/theme/brand-colours.ts";
import type { Rgb } from "../src/theme/oklab.ts";

const hexColour = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, "0")}`);
const channels = (hex: string): Rgb => {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
};
const sheet = readFileSync(join(import.meta.dirname, "../src/style/ground.css"), "utf8");

/** A custom property of the style sheet, in light and in dark. */
function inSheet(name: string): readonly [light: Rgb, dark: Rgb] {
  const [, light = "", dark = ""] =
    new RegExp(`--${name}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)`).exec(sheet) ?? [];
  expect(light && dark, name).not.toBe("");
  return [channels(light), channels(dark)];
}

/** Backgrounds of text: the grounds of the style sheet, and the same with the strongest brand tint. */
const groundsWith = (brand: string, which: 0 | 1): readonly Rgb[] => {
  const [ground, raised] = [inSheet("ground")[which], inSheet("raised")[which]];
  return [ground, raised, mix(channels(brand), tintShare, ground)];
};

/** Backgrounds of muted text: they contain less of the brand. */
const tintedGrounds = (brand: string, which: 0 | 1): readonly Rgb[] => {
  const share = Number(/--tint: color-mix\(in oklab, var\(--brand\) (\d+)%/.exec(sheet)?.[1]) / 100;
  const ground = inSheet("ground")[which];
  return [ground, inSheet("raised")[which], mix(channels(brand), share, ground)];
};

/** Colours that brands have and that are hard to write on or with, and some that are easy. */
const twenty = (
  "#ffff00 #fde047 #ccff00 #39ff14 #00ffff #ff00ff #ff5f1f #fefefe #f5f5dc #ffe4e1 " +
  "#010101 #15171c #1e2128 #767676 #777777 #808080 #00008b #e11d48 #0f766e #4353ff"
).split(" ");

/** Every pair that carries text (4.5 to 1) or the edge of an area in the brand's colour (3 to 1), of one mode. */
function pairsOf(hex: string, which: 0 | 1) {
  const { onBrand, ...colours } = brandColours(hex);
  const brand = channels(hex);
  const ink = channels([colours.inkOnLight, colours.inkOnDark][which] ?? "");
  const edge = channels([colours.edgeOnLight, colours.edgeOnDark][which] ?? "");
  const [ground, danger] = [inSheet("ground")[which], inSheet("danger")[which]];
  const text = tintedGrounds(hex, which).flatMap((each) => [
    ["ink", ink, each] as const,
    ["text", inSheet("text")[which], each] as const,
    ["muted", inSheet("muted")[which], each] as const,
  ]);
  return [
    ...[
      ...text,
      ["on brand", channels(onBrand), brand] as const,
      ["danger", danger, ground] as const,
      ["danger", danger, inSheet("danger-ground")[which]] as const,
      ["text", inSheet("text")[which], inSheet("danger-ground")[which]] as const,
    ].map((pair) => [...pair, 4.5] as const),
    ["edge", edge, ground, 3] as const,
    ["tick", channels(onBrand), brand, 3] as const,
  ];
}

describe("any brand colour", () => {
  test("of twenty, yellow, neon, nearly white and nearly black among them, leaves every pair with enough contrast", () => {
    for (const hex of twenty)
      for (const which of [0, 1] as const)
        for (const [name, one, other, least] of pairsOf(hex, which))
          expect(contrast(one, other), `${hex}, ${name} on ${String(other)}`).toBeGreaterThanOrEqual(least);
  });

  test("can have text on it, and its ink can be read on every ground, light and dark, with a contrast of 4.5 or more", () => {
    fc.assert(
      fc.property(hexColour, (hex) => {
        const { brand, onBrand, inkOnLight, inkOnDark } = brandColours(hex);
        expect(brand).toBe(hex);
        expect(contrast(channels(brand), channels(onBrand))).toBeGreaterThanOrEqual(4.5);
        for (const ground of groundsWith(brand, 0))
          expect(contrast(channels(inkOnLight), ground)).toBeGreaterThanOrEqual(4.5);
        for (const ground of groundsWith(brand, 1))
          expect(contrast(channels(inkOnDark), ground)).toBeGreaterThanOrEqual(4.5);
      }),
    );
  });

  test("tints no ground so much that plain, muted or warning text could not be read there", () => {
    fc.assert(
      fc.property(hexColour, (hex) => {
        for (const which of [0, 1] as const)
          for (const name of ["text", "muted"] as const)
            for (const ground of tintedGrounds(hex, which))
              expect(
                contrast(inSheet(name)[which], ground),
                `${name} on ${String(ground)}`,
              ).toBeGreaterThanOrEqual(4.5);
      }),
    );
    for (const which of [0, 1] as const) {
      const danger = inSheet("danger")[which];
      for (const ground of [inSheet("danger-ground")[which], inSheet("ground")[which]])
        expect(contrast(danger, ground)).toBeGreaterThanOrEqual(4.5);
    }
  });

  test("gives controls a visible edge, with a contrast of 3 or more", () => {
    fc.assert(
      fc.property(hexColour, (hex) => {
        const { edgeOnLight, edgeOnDark } = brandColours(hex);
        expect(contrast(channels(edgeOnLight), grounds.light[0])).toBeGreaterThanOrEqual(3);
        expect(contrast(channels(edgeOnDark), grounds.dark[0])).toBeGreaterThanOrEqual(3);
      }),
    );
  });

  test("keeps its hue as ink: a blue stays blue, a yellow becomes a dark yellow", () => {
    expect(brandColours("#1d4ed8").inkOnLight).toBe("#1d4ed8");
    const [red, green, blue] = channels(brandColours("#fde047").inkOnLight);
    expect(red).toBeGreaterThan(green);
    expect(green).toBeGreaterThan(blue + 60);
  });

  test("is mixed as in the browser, on the grounds of the style sheet", () => {
    expect(inSheet("ground")).toEqual([grounds.light[0], grounds.dark[0]]);
    expect(inSheet("raised")).toEqual([grounds.light[1], grounds.dark[1]]);
    expect(sheet).toContain(
      `--tint: color-mix(in oklab, var(--brand) ${Math.round(tintShare * 100)}%, var(--ground))`,
    );
    expect(mix([15, 118, 110], 0.5, [255, 255, 255])).toEqual([145, 185, 180]);
  });

  test("may be written in short form", () => {
    expect(brandColours("#0af").brand).toBe("#00aaff");
  });
});
