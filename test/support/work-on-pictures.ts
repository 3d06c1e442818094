import type { Page } from "playwright-core";

/*
 * The browser that drew the pictures also processes them, since it reads and writes all formats. The scripts are
 * strings, because the rest of this folder has no DOM types.
 */

const address = (type: string, picture: Buffer): string =>
  `data:image/${type};base64,${picture.toString("base64")}`;

const drawOf = `const draw = async (address) => {
  const image = new Image();
  image.src = address;
  await image.decode();
  const { width, height } = image;
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const context = canvas.getContext("2d", { willReadFrequently: true });
  context.drawImage(image, 0, 0);
  return { canvas, width, height, data: context.getImageData(0, 0, width, height).data };
};`;

/** The same picture as WebP, which is a tenth of the size. The same picture always loses the same details. */
export async function toWebp(page: Page, png: Buffer): Promise<Buffer> {
  const written = await page.evaluate<string>(`(async () => {
    ${drawOf}
    return (await draw(${JSON.stringify(address("png", png))})).canvas.toDataURL("image/webp", 0.75);
  })()`);
  return Buffer.from(written.slice(written.indexOf(",") + 1), "base64");
}

/** How much a colour of a pixel may differ, of 255, before the pixel counts as different. */
const minDifference = 32;

/** How many pixels of a WebP differ from the stored one; all of them if their sizes differ. */
export async function countDifferences(page: Page, stored: Buffer, drawn: Buffer): Promise<number> {
  return page.evaluate<number>(`(async () => {
    ${drawOf}
    const one = await draw(${JSON.stringify(address("webp", stored))});
    const other = await draw(${JSON.stringify(address("webp", drawn))});
    if (one.width !== other.width || one.height !== other.height) return other.width * other.height;
    let count = 0;
    for (let at = 0; at < one.data.length; at += 4) {
      const differs = (colour) => Math.abs(one.data[at + colour] - other.data[at + colour]) > ${minDifference};
      if (differs(0) || differs(1) || differs(2)) count++;
    }
    return count;
  })()`);
}

/** How text is rendered here: different with other fonts, or another rendering engine. */
export async function fingerprintOfFonts(page: Page): Promise<string> {
  return page.evaluate<string>(`(async () => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 900, height: 200 });
    const context = canvas.getContext("2d");
    const fonts = ["400 18px system-ui", "650 18px system-ui", "400 16px ui-monospace, monospace", "400 18px math"];
    fonts.forEach((font, line) => {
      context.font = font;
      context.fillText("Returns ÄĞłśç 12:34 → ∑√ ✓ كيف يمكنني 你好 こんにちは", 8, 40 + line * 40);
    });
    const { data } = context.getImageData(0, 0, 900, 200);
    const hash = await crypto.subtle.digest("SHA-256", data);
    return Array.from(new Uint8Array(hash).slice(0, 12), (byte) => byte.toString(16).padStart(2, "0")).join("");
  })()`);
}
