import type { Page } from "playwright-core";

/** How often a page is compared until it is stable, and for how long each time, in milliseconds. */
const looksAtMost = 20;
const lookMs = 150;

/** A screenshot of a stable page: some parts are loaded or scrolled a moment later. */
export async function drawStill(page: Page): Promise<Buffer> {
  const draw = () => page.screenshot({ animations: "disabled" });
  let last = await draw();
  for (let look = 0; look < looksAtMost; look++) {
    await page.waitForTimeout(lookMs);
    const next = await draw();
    if (next.equals(last)) break;
    last = next;
  }
  return last;
}
