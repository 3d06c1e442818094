/** An sRGB colour: red, green and blue from 0 to 255. */
export type Rgb = readonly [number, number, number];

/** A perceptual colour (OKLab): lightness from 0 to 1, then green to red, and blue to yellow. */
export type Lab = readonly [lightness: number, a: number, b: number];

type Row = readonly [number, number, number];
type Matrix = readonly [Row, Row, Row];

// Björn Ottosson's matrices, as in CSS Color 4 (10.1) for sRGB.
const toCones: Matrix = [
  [0.4122214708, 0.5363325363, 0.0514459929],
  [0.2119034982, 0.6806995451, 0.1073969566],
  [0.0883024619, 0.2817188376, 0.6299787005],
];
const toLab: Matrix = [
  [0.2104542553, 0.793617785, -0.0040720468],
  [1.9779984951, -2.428592205, 0.4505937099],
  [0.0259040371, 0.7827717662, -0.808675766],
];
const fromLab: Matrix = [
  [1, 0.3963377774, 0.2158037573],
  [1, -0.1055613458, -0.0638541728],
  [1, -0.0894841775, -1.291485548],
];
const fromCones: Matrix = [
  [4.0767416621, -3.3077115913, 0.2309699292],
  [-1.2684380046, 2.6097574011, -0.3413193965],
  [-0.0041960863, -0.7034186147, 1.707614701],
];

/** The colour in OKLab. */
export const labOf = (colour: Rgb): Lab => times(toLab, times(toCones, colour.map(linear)).map(Math.cbrt));

/** The colour in sRGB. One outside the gamut moves towards grey: lightness and hue stay. */
export function rgbOf([lightness, a, b]: Lab): Rgb {
  for (let chroma = 1; ; chroma -= 0.02) {
    const cones = times(fromLab, [lightness, a * chroma, b * chroma]).map((cone) => cone ** 3);
    const shares = times(fromCones, cones);
    const isShown = shares.every((share) => share > -0.0005 && share < 1.0005);
    if (isShown || chroma <= 0) return triple(shares.map(encoded));
  }
}

/** The relative luminance of WCAG 2. */
export function luminance(colour: Rgb): number {
  const [red, green, blue] = triple(colour.map(linear));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const linear = (channel: number): number => {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};

const encoded = (share: number): number => {
  const channel = share <= 0.0031308 ? share * 12.92 : 1.055 * share ** (1 / 2.4) - 0.055;
  return Math.round(255 * Math.min(1, Math.max(0, channel)));
};

const times = (matrix: Matrix, [x = 0, y = 0, z = 0]: readonly number[]): Row =>
  triple(matrix.map(([a, b, c]) => a * x + b * y + c * z));

const triple = ([x = 0, y = 0, z = 0]: readonly number[]): Row => [x, y, z];
