import type { Frame, Page } from "playwright-core";
import { expect } from "vitest";

/**
 * Waits until an expression is true in a page or frame. It polls from outside: Playwright's own polling needs a policy
 * that allows `eval`, and animation frames that Chromium does not run in an invisible frame.
 */
export const untilTrue = (where: Frame | Page, expression: string): Promise<void> =>
  expect.poll(() => where.evaluate(expression), { interval: 20, message: expression }).toSatisfy(Boolean);
