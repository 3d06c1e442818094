import { createMemoryCoordination } from "@servicechat/coordination/memory";
import { expect, test } from "vitest";
import { createStoredWindows } from "../src/stored-windows.ts";

const log = { debug() {}, info() {}, warn() {}, error() {} };

function createManualClock() {
  let ms = 0;
  return { wallMs: () => ms, monotonicMs: () => ms, advance: (by: number) => void (ms += by) };
}

/** The counts of one process, over notes that outlive it. */
function startOn(notes: Map<string, string>, clock: ReturnType<typeof createManualClock>) {
  const { counter } = createMemoryCoordination({ clock });
  const windows = createStoredWindows({
    keyValues: {
      read: async (name) => notes.get(name),
      save: async (name, value) => void notes.set(name, value),
      async take(name) {
        const value = notes.get(name);
        notes.delete(name);
        return value;
      },
    },
    counters: { windows: counter },
    nowMs: () => clock.wallMs(),
    log,
  });
  return { counter, windows };
}

test("what was counted before a stop counts after starts that were killed too, and is deleted an hour later", async () => {
  const notes = new Map<string, string>();
  const clock = createManualClock();
  const first = startOn(notes, clock);
  for (let request = 0; request < 3; request++) await first.counter.count("key", 4);
  await first.windows.save();

  // Killed after its restore: it stores nothing.
  await startOn(notes, clock).windows.restore();
  const second = startOn(notes, clock);
  await second.windows.restore();
  expect(await second.counter.peek("key", 4)).toMatchObject({ left: 1 });

  await second.windows.expire();
  expect([...notes.keys()]).toEqual(["windows"]);
  clock.advance(3_600_000);
  await second.windows.expire();
  expect([...notes.keys()]).toEqual([]);
});
