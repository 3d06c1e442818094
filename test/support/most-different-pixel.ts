import type { Page } from "playwright-core";

/** The largest difference in a colour of any pixel between two PNGs, up to 255; 255 if their sizes differ. */
export function mostDifferentPixel(page: Page, one: Buffer, other: Buffer): Promise<number> {
  const addresses = [one, other].map((png) => `data:image/png;base64,${png.toString("base64")}`);
  return page.evaluate<number>(`(async () => {
    const draw = async (src) => {
      const image = Object.assign(new Image(), { src });
      await image.decode();
      const { width, height } = image;
      const context = Object.assign(document.createElement("canvas"), { width, height }).getContext("2d");
      context.drawImage(image, 0, 0);
      return context.getImageData(0, 0, width, height);
    };
    const [one, other] = await Promise.all(${JSON.stringify(addresses)}.map(draw));
    if (one.width !== other.width || one.height !== other.height) return 255;
    return one.data.reduce((most, value, at) => Math.max(most, Math.abs(value - other.data[at])), 0);
  })()`);
}
