import { labOf, luminance, rgbOf, type Lab, type Rgb } from "./oklab.ts";

/** The colours derived from the single brand colour. All of them are `#rrggbb`. */
interface BrandColours {
  readonly brand: string;
  /** Text on the brand colour. */
  readonly onBrand: string;
  /**
   * The brand's hue as text and focus ring on a light and on a dark ground, including tinted ones: at least 4.5 to 1.
   */
  readonly inkOnLight: string;
  readonly inkOnDark: string;
  /** The edge of areas filled with the brand colour, if that alone would not stand out: at least 3 to 1. */
  readonly edgeOnLight: string;
  readonly edgeOnDark: string;
}

/** The chat's backgrounds, plain and raised: `--ground` and `--raised` in style/ground.css. */
export const grounds = {
  light: [
    [255, 255, 255],
    [245, 246, 248],
  ],
  dark: [
    [21, 23, 28],
    [30, 33, 40],
  ],
} as const satisfies Record<string, readonly [Rgb, Rgb]>;

/** The largest share of the brand colour in a ground with text on it: `--tint` in style/ground.css. */
export const tintShare = 0.1;

const white: Rgb = [255, 255, 255];

const black: Rgb = [0, 0, 0];

/** Computes the colours. The contrast is that of WCAG 2, 1.4.3 and 1.4.11. @param hex `#rgb` or `#rrggbb`. */
export function brandColours(hex: string): BrandColours {
  const brand = parse(hex);
  // Either white or black always reaches 4.5 to 1; white is used if it does.
  const onBrand = contrast(brand, white) >= 4.5 ? white : black;
  const inkOnLight = readable(brand, grounds.light, 0);
  const inkOnDark = readable(brand, grounds.dark, 1);
  const edge = (ground: Rgb, ink: Rgb) => write(contrast(brand, ground) >= 3 ? brand : ink);
  return {
    brand: write(brand),
    onBrand: write(onBrand),
    inkOnLight: write(inkOnLight),
    inkOnDark: write(inkOnDark),
    edgeOnLight: edge(grounds.light[0], inkOnLight),
    edgeOnDark: edge(grounds.dark[0], inkOnDark),
  };
}

/** The contrast between two colours, from 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  return between(luminance(one), luminance(other));
}

/** The same for two luminances. */
const between = (one: number, other: number): number =>
  (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);

/** Mixes a share of one colour into another, like `color-mix(in oklab, ...)`. */
export function mix(one: Rgb, share: number, other: Rgb): Rgb {
  const [from, to] = [labOf(other), labOf(one)];
  const part = (index: 0 | 1 | 2): number => from[index] + (to[index] - from[index]) * share;
  return rgbOf([part(0), part(1), part(2)]);
}

/** Moves a colour towards black (0) or white (1) until it can be read on every ground. Its hue stays. */
function readable(colour: Rgb, [ground, raised]: readonly [Rgb, Rgb], end: 0 | 1): Rgb {
  // On a dark ground, the same contrast looks weaker (WCAG 2 overrates it there).
  const least = end === 1 ? 6 : 4.55;
  const all = [ground, raised, mix(colour, tintShare, ground)].map(luminance);
  function isReadable(moved: Rgb): boolean {
    const own = luminance(moved);
    return all.every((each) => between(own, each) >= least);
  }
  if (isReadable(colour)) return colour;
  const [lightness, ...hue]: Lab = labOf(colour);
  const moved = (at: number): Rgb => rgbOf([at, ...hue]);
  let at: number = end;
  for (let step = (lightness - end) / 2; Math.abs(step) > 0.005; step /= 2)
    if (isReadable(moved(at + step))) at += step;
  return moved(at);
}

function parse(hex: string): Rgb {
  const digits = hex.length === 4 ? hex.replace(/[0-9a-f]/gi, "$&$&") : hex;
  const value = Number.parseInt(digits.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

const write = (colour: Rgb): string =>
  `#${colour.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
