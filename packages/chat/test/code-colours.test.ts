import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

test("every code colour has a contrast of 4.5 to 1 to its ground, in light and dark", () => {
  const style = (name: string) => readFileSync(join(import.meta.dirname, "../src", name), "utf8");
  const pair = /light-dark\((#\w{6}), (#\w{6})\)/g;
  const [, light = "", dark = ""] =
    /--raised: light-dark\((#\w{6}), (#\w{6})\)/.exec(style("style/ground.css")) ?? [];
  const colours = [...style("highlighting/style/highlight.css").matchAll(pair)];
  expect(colours.length).toBeGreaterThan(5);
  for (const [, onLight = "", onDark = ""] of colours) {
    expect(contrast(onLight, light), onLight).toBeGreaterThanOrEqual(4.5);
    expect(contrast(onDark, dark), onDark).toBeGreaterThanOrEqual(4.5);
  }
});
