import { expect, test } from "vitest";
import { retryWait } from "../src/api/retry-wait.ts";

test("pauses grow up to half a minute", () => {
  expect([1, 2, 3, 5, 6, 60, 2_000].map((refusals) => retryWait(refusals, undefined, 0))).toEqual([
    1_000, 2_000, 4_000, 16_000, 30_000, 30_000, 30_000,
  ]);
});

test("a pause is no shorter than the service asks for, and no longer than five minutes", () => {
  expect(retryWait(1, 7, 0)).toBe(7_000);
  expect(retryWait(6, 7, 0)).toBe(30_000);
  expect(retryWait(1, 1e12, 0)).toBe(300_000);
});

test("those who were refused together return at different times", () => {
  expect(retryWait(1, 7, 1)).toBe(10_500);
  expect(retryWait(1, 7)).toBeGreaterThanOrEqual(7_000);
  expect(retryWait(1, 7)).toBeLessThan(10_500);
});
