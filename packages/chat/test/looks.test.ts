import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { brandColours, contrast } from "../src/look/brand-colours.ts";

const hexColour = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, "0")}`);
const channels = (hex: string): readonly [number, number, number] => {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
};

describe("any brand colour", () => {
  test("carries text, and can be read as text on light and on dark, with a contrast of 4.5 or more", () => {
    fc.assert(
      fc.property(hexColour, (hex) => {
        const { brand, onBrand, inkOnLight, inkOnDark } = brandColours(hex);
        expect(brand).toBe(hex);
        expect(contrast(channels(brand), channels(onBrand))).toBeGreaterThanOrEqual(4.5);
        expect(contrast(channels(inkOnLight), [255, 255, 255])).toBeGreaterThanOrEqual(4.5);
        expect(contrast(channels(inkOnDark), [24, 26, 31])).toBeGreaterThanOrEqual(4.5);
      }),
    );
  });

  test("may be written short", () => {
    expect(brandColours("#0af").brand).toBe("#00aaff");
  });
});
