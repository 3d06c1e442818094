import { expect, test } from "vitest";
import { updateChatList } from "../src/start-tasks.ts";

test("a stop wakes who rests between two parts of much work, and no further part begins", async () => {
  const stop = new AbortController();
  let parts = 0;
  const catchUp = async () => {
    parts++;
    return true;
  };
  const updating = updateChatList({ chatIndex: { catchUp } }, stop.signal);
  // The first part is over by then, and the rest has begun.
  await new Promise(setImmediate);
  stop.abort();
  await updating;
  expect(parts).toBe(1);
});
