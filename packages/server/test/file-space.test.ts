import { expect, test } from "vitest";
import { createFileSpace } from "../src/visitor/file-space.ts";

const megabytes = (count: number) => count * 1024 * 1024;

test("a key has a quarter of the room, and gets back what it does not need", () => {
  const space = createFileSpace();
  const first = space.take("a", megabytes(60));
  expect(space.take("a", megabytes(5))).toBeUndefined();
  first?.shrinkTo(megabytes(10));
  expect(space.take("a", megabytes(54))).toBeDefined();
  expect(space.take("a", 1)).toBeUndefined();
  first?.[Symbol.dispose]();
  first?.[Symbol.dispose]();
  expect(space.take("a", megabytes(10) + 1)).toBeUndefined();
  expect(space.take("a", megabytes(10))).toBeDefined();
});

test("all keys together have no more than there is", () => {
  const space = createFileSpace();
  const [first] = ["a", "b", "c", "d"].map((key) => space.take(key, megabytes(64)));
  expect(space.take("e", 1)).toBeUndefined();
  first?.[Symbol.dispose]();
  expect(space.take("e", megabytes(64))).toBeDefined();
});
