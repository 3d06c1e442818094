import { expect, test } from "vitest";
import { afterTry } from "../src/webhooks/create-webhook-sender.ts";

const failed = (at: number, status: number | null = 500) => ({ at, status, ms: 1, error: null });
const allowed = { isRefused: false };

test("five tries are made over a day from the first, and then no more", () => {
  const first = 1_000_000;
  const offsets = [0, 5_000, 300_000, 7_200_000, 86_400_000];
  const tries = offsets.map((offset) => failed(first + offset));
  const next = offsets.map((offset, tried) =>
    afterTry({ tries: tries.slice(0, tried), tried }, failed(first + offset), allowed),
  );
  expect(next).toEqual([
    ...offsets.slice(1).map((offset) => ({ state: "pending", nextAt: first + offset })),
    { state: "failed", nextAt: null },
  ]);
});

test("a replay counts from its own first try, and one that comes late is not followed at once", () => {
  const old = [failed(1), failed(2), failed(3)];
  const late = 50_000_000;
  expect(afterTry({ tries: old, tried: 0 }, failed(late), allowed)).toEqual({
    state: "pending",
    nextAt: late + 5_000,
  });
  expect(afterTry({ tries: [...old, failed(late)], tried: 1 }, failed(late + 400_000), allowed)).toEqual({
    state: "pending",
    nextAt: late + 405_000,
  });
});

test.each([
  [200, "delivered"],
  [204, "delivered"],
  [302, "pending"],
  [404, "pending"],
  [410, "failed"],
  [500, "pending"],
  [null, "pending"],
] as const)("an answer with status %s leaves it %s", (status, state) => {
  expect(afterTry({ tries: [], tried: 0 }, failed(1, status), allowed).state).toBe(state);
});

test("an address inside the network is refused for good", () => {
  expect(afterTry({ tries: [], tried: 0 }, failed(1, null), { isRefused: true })).toEqual({
    state: "refused",
    nextAt: null,
  });
});
