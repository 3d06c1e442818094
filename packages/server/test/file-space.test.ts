import { expect, test } from "vitest";
import { createFileSpace } from "../src/visitor-api/file-space.ts";

const tooMany = "Too many files.";
const refusal = expect.objectContaining({ code: "key_busy", message: tooMany }) as Error;
const megabytes = (count: number) => count * 1024 * 1024;

test("a key has a quarter of the room, and gets back what it does not need", () => {
  const space = createFileSpace(tooMany);
  const first = space.take("a", megabytes(60));
  expect(() => space.take("a", megabytes(5))).toThrow(refusal);
  first.shrinkTo(megabytes(10));
  expect(space.take("a", megabytes(54))).toHaveProperty("shrinkTo");
  expect(() => space.take("a", 1)).toThrow(refusal);
  first[Symbol.dispose]();
  first[Symbol.dispose]();
  expect(() => space.take("a", megabytes(10) + 1)).toThrow(refusal);
  expect(space.take("a", megabytes(10))).toHaveProperty("shrinkTo");
});

test("all keys together have no more than there is", () => {
  const space = createFileSpace(tooMany);
  const [first] = ["a", "b", "c", "d"].map((key) => space.take(key, megabytes(64)));
  expect(() => space.take("e", 1)).toThrow(refusal);
  first?.[Symbol.dispose]();
  expect(space.take("e", megabytes(64))).toHaveProperty("shrinkTo");
});
