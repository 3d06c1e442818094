import { expect, test } from "vitest";
import { shareRead } from "../src/create-notifications.ts";

test("those who ask in the same moment share one read, later ones get another", async () => {
  let reads = 0;
  const shared = shareRead(async () => ++reads, 60_000);
  expect(await Promise.all([shared(), shared()])).toEqual([1, 1]);
  const fresh = shareRead(async () => ++reads, 0);
  expect([await fresh(), await fresh()]).toEqual([2, 3]);
});

test("a read that fails is everybody's failure who asked for it", async () => {
  const shared = shareRead(() => Promise.reject(new Error("away")), 60_000);
  expect(await Promise.allSettled([shared(), shared()])).toMatchObject([
    { reason: new Error("away") },
    { reason: new Error("away") },
  ]);
});
