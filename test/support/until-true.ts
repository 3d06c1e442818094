import type { Frame, Page } from "playwright-core";

/**
 * Waits until an expression is true in a page or frame. Playwright looks again at every paint unless told a time, and
 * Chromium paints no frame that nobody sees: in one that is hidden it would wait for ever.
 */
export async function untilTrue(where: Frame | Page, expression: string): Promise<void> {
  await where.waitForFunction(expression, undefined, { polling: 20 });
}
