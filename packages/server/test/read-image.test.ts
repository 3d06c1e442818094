import { describe, expect, test } from "vitest";
import { gif, jpeg, png, webp } from "../../../test/support/sample-files.ts";
import { readImage } from "../src/files/read-image.ts";

describe("an image's header", () => {
  test.for<[string, Buffer, string]>([
    ["PNG", png({ width: 1200, height: 630 }), "image/png"],
    ["GIF", gif(1200, 630), "image/gif"],
    ["JPEG", jpeg(1200, 630), "image/jpeg"],
    ["lossy WebP", webp("VP8 ", 1200, 630), "image/webp"],
    ["lossless WebP", webp("VP8L", 1200, 630), "image/webp"],
    ["WebP with further parts", webp("VP8X", 1200, 630), "image/webp"],
  ])("of a %s returns its type and size, and cut anywhere it is not an image", ([, bytes, mediaType]) => {
    expect(readImage(bytes)).toEqual({ mediaType, width: 1200, height: 630 });
    // As a part of a larger buffer too, as files come from the network.
    expect(readImage(Buffer.concat([Buffer.alloc(7), bytes]).subarray(7))?.width).toBe(1200);
    for (let length = 0; length < 12; length++) expect(readImage(bytes.subarray(0, length))).toBeUndefined();
  });

  test("is read in the first segments of a JPEG that says its size after many others", () => {
    const segment = Buffer.concat([Buffer.from([0xff, 0xff, 0xe2, 0x10, 0x00]), Buffer.alloc(0x0ffe)]);
    const start = jpeg(800, 600);
    const bytes = Buffer.concat([start.subarray(0, 2), segment, segment, start.subarray(2)]);
    expect(readImage(bytes)).toEqual({ mediaType: "image/jpeg", width: 800, height: 600 });
  });

  test("is not looked for through a JPEG that is segments all over", () => {
    const start = jpeg(800, 600);
    const empty = Buffer.from([0xff, 0xe2, 0x00, 0x02]);
    const after = (count: number) =>
      Buffer.concat([start.subarray(0, 2), ...Array.from({ length: count }, () => empty), start.subarray(2)]);
    expect(readImage(after(9_000))).toMatchObject({ width: 800 });
    expect(readImage(after(11_000))).toBeUndefined();
  });

  test("without pixels, or with more than any screen has, is refused", () => {
    for (const [width, height] of [
      [0, 2],
      [2, 0],
      [16_385, 1],
      [1, 4_000_000_000],
    ])
      expect(readImage(png({ width, height }))).toBeUndefined();
    expect(readImage(png({ width: 16_384, height: 16_384 }))).toBeDefined();
  });
});
