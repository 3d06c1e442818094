import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { docx } from "../../../test/support/sample-files.ts";
import { createTextReader, ReadersBusy } from "../src/extract/create-text-reader.ts";

test("documents of one owner wait for each other; one that gave up waiting is not said to be unreadable", async () => {
  const readText = createTextReader();
  const file = (owner: string, text: string) =>
    ({ kind: "docx", name: "a.docx", bytes: docx(text), owner, address: `of ${text}` }) as const;
  const patience = new AbortController();
  const first = readText(file("a", "One tent"), patience.signal);
  const second = readText(file("a", "Two tents"), patience.signal);
  const other = readText(file("b", "A stove"), patience.signal);
  await setImmediate();
  // The two that were begun are finished all the same.
  patience.abort();
  await expect(second).rejects.toThrow(ReadersBusy);
  expect([await first, await other]).toEqual(["One tent", "A stove"]);
  const damaged = { ...file("a", ""), bytes: new Uint8Array(9) };
  expect(await readText(damaged, new AbortController().signal)).toBeUndefined();
});

test("documents of one address wait for each other, whatever their owners", async () => {
  const readText = createTextReader();
  const file = (owner: string, address: string) =>
    ({ kind: "docx", name: "a.docx", bytes: docx(owner), owner, address }) as const;
  const patience = new AbortController();
  const first = readText(file("a", "one"), patience.signal);
  const second = readText(file("b", "one"), patience.signal);
  const other = readText(file("c", "another"), patience.signal);
  await setImmediate();
  patience.abort();
  await expect(second).rejects.toThrow(ReadersBusy);
  expect([await first, await other]).toEqual(["a", "c"]);
});
