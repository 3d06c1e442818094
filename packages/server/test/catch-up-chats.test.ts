import { syncBuiltinESMExports } from "node:module";
import { mock } from "node:test";
import { setImmediate } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { catchUpChats } from "../src/conversation/catch-up-chats.ts";

afterEach(() => {
  mock.timers.reset();
  syncBuiltinESMExports();
});

test("a stop wakes who rests between two parts of much work: nothing else may keep the process alive for it", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  syncBuiltinESMExports();
  const { promise: begun, resolve } = Promise.withResolvers<void>();
  let parts = 0;
  const catchUp = async () => {
    parts++;
    resolve();
    return true;
  };
  const log = {
    debug: () => undefined,
    info: () => undefined,
    warn: () => undefined,
    error: () => undefined,
  };
  const stop = catchUpChats({ chatIndex: { catchUp }, log });
  await begun;
  await setImmediate();

  await stop();
  expect(parts).toBe(1);
});
