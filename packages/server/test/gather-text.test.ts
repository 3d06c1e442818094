import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createTextGathering } from "../src/reply/gather-text.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A gatherer, and what it has sent so far. */
function gathering() {
  const sent: string[] = [];
  return { sent, text: createTextGathering()((piece) => void sent.push(piece)) };
}

test("the first piece leaves at once, and what comes within 30 milliseconds of the next leaves with it", () => {
  const { sent, text } = gathering();
  text.add("One");
  expect(sent).toEqual(["One"]);
  text.add(" two");
  text.add(" three");
  expect(sent).toEqual(["One"]);
  vi.advanceTimersByTime(50);
  expect(sent).toEqual(["One", " two three"]);
});

test("a character that comes in two halves leaves whole, as the first one and later", () => {
  const { sent, text } = gathering();
  text.add("\ud83d");
  expect(sent).toEqual([]);
  text.add("\ude00");
  expect(sent).toEqual(["😀"]);
  text.add("a\ud83d");
  vi.advanceTimersByTime(50);
  text.add("\ude80b");
  vi.advanceTimersByTime(50);
  expect(sent).toEqual(["😀", "a", "🚀b"]);
});

test("half a character that stays alone, and what databases refuse, leave as a sign that something stood there", () => {
  const { sent, text } = gathering();
  text.add("a\0b");
  text.add("c\ud83d");
  text.flush();
  expect(sent).toEqual(["a\ufffdb", "c\ufffd"]);
});
