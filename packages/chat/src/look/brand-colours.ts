/** The colours that follow from the one brand colour. All of them are `#rrggbb`. */
export interface BrandColours {
  readonly brand: string;
  /** Text on the brand colour. */
  readonly onBrand: string;
  /** The brand colour as text and focus ring on a light and on a dark ground: at least 4.5 to 1. */
  readonly inkOnLight: string;
  readonly inkOnDark: string;
}

type Rgb = readonly [number, number, number];

const lightGround: Rgb = [255, 255, 255];
const darkGround: Rgb = [24, 26, 31];
/** Black: of black and white, one always reaches 4.5 to 1. */
const darkText: Rgb = [0, 0, 0];

/** Works out the colours. The contrast is that of WCAG 2, 1.4.3. @param hex `#rgb` or `#rrggbb`. */
export function brandColours(hex: string): BrandColours {
  const brand = parse(hex);
  const onBrand =
    contrast(brand, lightGround) >= 4.5 ? lightGround : strongest(brand, [lightGround, darkText]);
  return {
    brand: write(brand),
    onBrand: write(onBrand),
    inkOnLight: write(readable(brand, lightGround, [0, 0, 0])),
    inkOnDark: write(readable(brand, darkGround, [255, 255, 255])),
  };
}

/** The contrast between two colours, from 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function strongest(ground: Rgb, texts: readonly [Rgb, Rgb]): Rgb {
  return contrast(ground, texts[0]) >= contrast(ground, texts[1]) ? texts[0] : texts[1];
}

/** Moves a colour towards `end` until it can be read on `ground`. */
function readable(colour: Rgb, ground: Rgb, end: Rgb): Rgb {
  for (let share = 0; share < 1; share += 0.04) {
    const mixed = mix(colour, end, share);
    if (contrast(mixed, ground) >= 4.6) return mixed;
  }
  return end;
}

function mix(one: Rgb, other: Rgb, share: number): Rgb {
  const channel = (index: 0 | 1 | 2): number => Math.round(one[index] + (other[index] - one[index]) * share);
  return [channel(0), channel(1), channel(2)];
}

function luminance(colour: Rgb): number {
  const [red, green, blue] = colour.map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

function parse(hex: string): Rgb {
  const digits = hex.length === 4 ? hex.replace(/[0-9a-f]/gi, "$&$&") : hex;
  const value = Number.parseInt(digits.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

const write = (colour: Rgb): string =>
  `#${colour.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
