import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { noChromium } from "../../../test/support/chromium.ts";
import { openFakeChat } from "./open-fake-chat.ts";

/** Colours that brands have and that are hard to write on or with, and some that are easy. */
const twenty = (
  "#ffff00 #fde047 #ccff00 #39ff14 #00ffff #ff00ff #ff5f1f #fefefe #f5f5dc #ffe4e1 " +
  "#000000 #15171c #1e2128 #767676 #777777 #808080 #00008b #e11d48 #0f766e #4353ff"
).split(" ");

/** As many others, the same in every run. */
const others = fc.sample(
  fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`),
  { numRuns: 300, seed: 1 },
);

const tokens = [
  "brand",
  "on-brand",
  "ink",
  "edge",
  "ground",
  "raised",
  "tint",
  "text",
  "muted",
  "strong-line",
  "danger",
  "danger-ground",
] as const;
type Token = (typeof tokens)[number];
type Rgb = readonly [red: number, green: number, blue: number];
type Drawn = Readonly<Record<Token, Rgb>>;

/** Every pair that carries text (4.5 to 1) or is the edge of a control (3 to 1). */
const pairs: readonly (readonly [Token, readonly Token[], number])[] = [
  ["ink", ["ground", "raised", "tint"], 4.5],
  ["text", ["ground", "raised", "tint", "danger-ground"], 4.5],
  ["muted", ["ground", "raised", "tint"], 4.5],
  ["on-brand", ["brand"], 4.5],
  ["danger", ["ground", "danger-ground"], 4.5],
  ["edge", ["ground"], 3],
  ["strong-line", ["ground", "raised", "tint"], 3],
];

/** What the browser makes of the tokens, for each brand: a canvas takes every colour and gives its channels. */
const draw = (brands: readonly string[], theme: string): string => `(() => {
  const root = document.documentElement;
  root.dataset.theme = ${JSON.stringify(theme)};
  const probe = document.body.appendChild(document.createElement("p"));
  const pen = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const channels = (name) => {
    probe.style.boxShadow = name === "edge" ? "var(--edge)" : "0 0 var(--" + name + ")";
    pen.fillStyle = getComputedStyle(probe).boxShadow.replace(/ -?\\d+px.*$/, "");
    pen.fillRect(0, 0, 1, 1);
    return [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  return ${JSON.stringify(brands)}.map((brand) => {
    root.style.setProperty("--brand", brand);
    return Object.fromEntries(${JSON.stringify(tokens)}.map((name) => [name, channels(name)]));
  });
})()`;

function luminance(colour: Rgb): number {
  const [red = 0, green = 0, blue = 0] = colour.map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of WCAG 2 (1.4.3 and 1.4.11), from 1 to 21. */
function contrast(one: Rgb, other: Rgb): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

async function drawn(brands: readonly string[], theme: "light" | "dark"): Promise<readonly Drawn[]> {
  await using chat = await openFakeChat();
  return await chat.frame.evaluate<readonly Drawn[]>(draw(brands, theme));
}

describe.skipIf(noChromium)(`any brand colour${noChromium ? ` (${noChromium})` : ""}`, () => {
  for (const theme of ["light", "dark"] as const) {
    test(`yellow, neon, nearly white and black among them, leaves every pair with enough contrast when it is ${theme}`, async () => {
      const brands = [...twenty, ...others];
      for (const [index, colours] of (await drawn(brands, theme)).entries())
        for (const [name, grounds, least] of pairs)
          for (const ground of grounds)
            expect(
              contrast(colours[name], colours[ground]),
              `${brands[index]}: ${name} ${String(colours[name])} on ${ground} ${String(colours[ground])}`,
            ).toBeGreaterThanOrEqual(least);
    });
  }

  test("keeps its hue as ink: a blue stays the same, a yellow becomes a dark yellow, and a blue a light one in dark mode", async () => {
    const [blue, yellow] = await drawn(["#1d4ed8", "#fde047"], "light");
    expect(blue?.ink).toEqual([0x1d, 0x4e, 0xd8]);
    const [red = 0, green = 0, rest = 0] = yellow?.ink ?? [];
    expect(red).toBeGreaterThan(green);
    expect(green).toBeGreaterThan(rest + 60);
    const [inDark] = await drawn(["#1d4ed8"], "dark");
    const [darkRed = 0, darkGreen = 0, darkBlue = 0] = inDark?.ink ?? [];
    expect(darkBlue).toBeGreaterThan(darkGreen + 40);
    expect(darkGreen).toBeGreaterThan(darkRed);
  });

  test("has an edge of its own only where it would not stand out from the ground", async () => {
    const [white, teal] = await drawn(["#fefefe", "#0f766e"], "light");
    expect(white?.edge).not.toEqual(white?.brand);
    expect(teal?.edge).toEqual(teal?.brand);
  });

  test("may be written in short form", async () => {
    const [short] = await drawn(["#0af"], "light");
    expect(short?.brand).toEqual([0, 0xaa, 0xff]);
  });
});
