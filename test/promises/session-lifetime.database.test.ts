import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listChats } from "../support/list-chats.ts";
import { onOneNode } from "../support/on-one-node.ts";
import { startService } from "../support/start-service.ts";
import { ask, history } from "../support/visitor.ts";

const dayMs = 86_400_000;

/** A clock that a test moves forwards. */
function createLateClock() {
  return {
    laterMs: 0,
    wallMs() {
      return Date.now() + this.laterMs;
    },
    monotonicMs: () => performance.now(),
  };
}

onOneNode("a chat", (nodes) => {
  test("is known for 30 days after its last message; then its token is the same as an unknown one", async () => {
    const clock = createLateClock();
    await using service = await startService({ nodes, clock });
    const { token } = await ask(service, "hello");
    clock.laterMs = 30 * dayMs - 60_000;
    expect(await history(service, token)).toHaveLength(2);
    clock.laterMs = 30 * dayMs + 1_000;
    await expect(history(service, token)).rejects.toThrow(/404.*session_not_found/);
    expect((await ask(service, "again", { token })).token).not.toBe(token);
  });

  test("is known for at most a year, however often it is continued", async () => {
    const clock = createLateClock();
    await using service = await startService({ nodes, clock });
    const { token } = await ask(service, "hello");
    for (let day = 28; day < 365; day += 28) {
      clock.laterMs = day * dayMs;
      expect((await ask(service, "go on", { token })).token).toBe(token);
    }
    clock.laterMs = 365 * dayMs - 60_000;
    expect(await history(service, token)).toHaveLength(28);
    clock.laterMs = 365 * dayMs + 1_000;
    await expect(history(service, token)).rejects.toThrow(/404.*session_not_found/);
    expect((await ask(service, "again", { token })).token).not.toBe(token);
  });
});

test("Promise 39: a chat that became too old while the service was down is erased at its start, even from the raw files", async () => {
  const clock = createLateClock();
  await using first = await startService({ clock });
  const { dataDirectory } = first;
  await ask(first, "long gone");
  await first.server.stop();
  const holders = async () => {
    const names = (await readdir(dataDirectory)).filter((name) => name.startsWith("servicechat.db"));
    const files = await Promise.all(names.map((name) => readFile(join(dataDirectory, name), "latin1")));
    return names.filter((_, index) => files[index]?.includes("long gone"));
  };
  expect(await holders()).not.toEqual([]);

  clock.laterMs = 31 * dayMs;
  await using second = await startService({ clock, dataDirectory });
  await expect.poll(() => listChats(second.storage)).toEqual([]);
  await expect.poll(holders).toEqual([]);
});
