import { EventEmitter } from "node:events";
import { mkdtemp, readlink, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readUnacknowledged } from "../src/http/read-unacknowledged.ts";
import { watchReaders } from "../src/http/watch-readers.ts";

/** Watches one reader, with 30 seconds of grace and a check each 5. Says which checks looked into the kernel's table. */
function watchOne() {
  let now = 0;
  let lookUps = 0;
  let unacknowledged = 0;
  const watch = watchReaders(
    {},
    {
      now: () => now,
      async readUnacknowledged() {
        lookUps++;
        return new Map([[7, unacknowledged]]);
      },
    },
  );
  const handle = { fd: 7, bytesWritten: 10_000_000, writeQueueSize: 9_000_000 };
  let isReset = false;
  const socket = {
    _handle: handle,
    writableLength: 9_000_000,
    destroyed: false,
    resetAndDestroy: () => (isReset = true),
  };
  const response = Object.assign(new EventEmitter(), {
    socket,
    headersSent: true,
    getHeader: () => "text/event-stream",
  });
  watch.watch(response as never, 0);
  return {
    /** A check after the kernel took some bytes, and the reader confirmed some of those that the kernel held. */
    async check({ byKernel = 0, byReader = 0 } = {}) {
      handle.writeQueueSize -= byKernel;
      unacknowledged += byKernel - byReader;
      const before = lookUps;
      await watch.check();
      now += 5_000;
      return lookUps > before;
    },
    isReset: () => isReset,
  };
}

test("the kernel's table is not read while the kernel takes more, nor before it took too little twice", async () => {
  const reader = watchOne();
  for (let check = 0; check < 20; check++) expect(await reader.check({ byKernel: 3_000 })).toBe(false);
  expect(await reader.check()).toBe(false);
  expect(await reader.check()).toBe(true);
  expect(await reader.check({ byKernel: 3_000 })).toBe(false);
  expect(reader.isReset()).toBe(false);
});

test("a reader from whom the kernel takes nothing, and who confirms what it holds, stays", async () => {
  const reader = watchOne();
  await reader.check({ byKernel: 500_000 });
  for (let check = 0; check < 20; check++) await reader.check({ byReader: 3_000 });
  expect(reader.isReset()).toBe(false);
});

test("a reader who takes nothing is cut once the time of grace is over since the first look", async () => {
  const reader = watchOne();
  await reader.check({ byKernel: 500_000 });
  let checks = 0;
  while (!reader.isReset() && checks < 20) {
    await reader.check();
    checks++;
  }
  // Two checks until the first look, and six of 5 seconds after it.
  expect(checks).toBe(8);
});

test.skipIf(process.platform !== "linux")(
  "a table of many connections is read in slices, and other work comes between them",
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "servicechat-table-"));
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { fd } = (server as typeof server & { readonly _handle: { readonly fd: number } })._handle;
    const inode = /\d+/.exec(await readlink(`/proc/self/fd/${fd}`))?.[0];
    const rowOf = (at: number, waiting: string, own: string) =>
      `${String(at).padStart(4)}: 0100007F:1F90 0100007F:C350 01 ${waiting}:00000000 00:00000000 00000000     0        0 ${own} 1 0000000000000000 20 4 30 10 -1                \n`;
    const rows = Array.from({ length: 10_000 }, (_, at) => rowOf(at, "00000000", String(1e9 + at)));
    rows.splice(7_000, 0, rowOf(10_000, "00001000", String(inode)));
    const file = join(folder, "tcp");
    await writeFile(file, ["  sl  local_address\n", ...rows].join(""));
    let turns = 0;
    const count = () => void (turns++, (timer = setImmediate(count)));
    let timer = setImmediate(count);

    const found = await readUnacknowledged([fd], [file]);

    clearImmediate(timer);
    expect(found.get(fd)).toBe(0x1000);
    // 1.5 MB in slices of 64 KB.
    expect(turns).toBeGreaterThan(20);
    server.close();
    await rm(folder, { recursive: true });
  },
);
