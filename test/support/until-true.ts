import type { Frame, Page } from "playwright-core";
import { expect } from "vitest";

/**
 * Waits until an expression is true in a page or frame. It is asked for from outside each time: what Playwright asks again
 * by itself needs a policy that allows `eval`, and paints that Chromium makes of no frame that nobody sees.
 */
export const untilTrue = (where: Frame | Page, expression: string): Promise<void> =>
  expect.poll(() => where.evaluate(expression), { interval: 20, message: expression }).toSatisfy(Boolean);
