import { expect, test } from "vitest";
import { createRevision } from "../../src/postgres/revision.ts";
import { StorageUnavailable } from "../../src/index.ts";

function revisionOn() {
  const world = { now: 0, value: 1, reads: 0, isDown: false };
  let waiting: (() => void)[] = [];
  let isHeld = false;
  const revision = createRevision({
    now: () => world.now,
    async readValue() {
      world.reads += 1;
      const { value, isDown } = world;
      if (isHeld) await new Promise<void>((resolve) => waiting.push(resolve));
      if (isDown) throw new StorageUnavailable(new Error("down"));
      return value;
    },
  });
  const hold = () => {
    isHeld = true;
    return () => {
      isHeld = false;
      for (const release of waiting) release();
      waiting = [];
    };
  };
  return { world, revision, hold };
}

test("the mark is read at most once a second, however many ask, and is at most a second old", async () => {
  const { world, revision, hold } = revisionOn();
  const release = hold();
  const asked = Promise.all(Array.from({ length: 50 }, () => revision.read()));
  release();
  expect(new Set(await asked)).toEqual(new Set([1]));
  expect(world.reads).toBe(1);
  world.value = 2;
  world.now = 999;
  expect(await revision.read()).toBe(1);
  expect(world.reads).toBe(1);
  world.now = 1000;
  expect(await revision.read()).toBe(2);
  expect(world.reads).toBe(2);
});

test("a change of this process is known at once, also while an older read is under way", async () => {
  const { world, revision, hold } = revisionOn();
  const release = hold();
  const asked = revision.read();
  world.now = 10;
  revision.advance(2);
  expect(await revision.read()).toBe(2);
  release();
  expect(await asked).toBe(2);
  expect(await revision.read()).toBe(2);
  expect(world.reads).toBe(1);
});

test("after a change whose end nobody knows, the mark is read again at once", async () => {
  const { world, revision } = revisionOn();
  await revision.read();
  world.value = 2;
  revision.doubt();
  expect(await revision.read()).toBe(2);
});

test("while the mark cannot be read, what is known holds for five seconds from its last reading and no longer", async () => {
  const { world, revision } = revisionOn();
  world.now = 100;
  await revision.read();
  world.isDown = true;
  world.value = 2;
  world.now = 5099;
  expect(await revision.read()).toBe(1);
  world.now = 5100;
  await expect(revision.read()).rejects.toThrow(StorageUnavailable);
  world.isDown = false;
  world.now = 6100;
  expect(await revision.read()).toBe(2);
});

test("a reading that takes long holds nobody up while what is known may be used, and counts when it has ended", async () => {
  const { world, revision, hold } = revisionOn();
  await revision.read();
  world.value = 2;
  world.now = 1500;
  const release = hold();
  expect(await revision.read()).toBe(1);
  expect(await revision.read()).toBe(1);
  release();
  await expect.poll(() => revision.read()).toBe(2);
  expect(world.reads).toBe(2);
});

test("a database that is down is asked for the mark once a second, not by every request", async () => {
  const { world, revision } = revisionOn();
  world.isDown = true;
  await expect(revision.read()).rejects.toThrow(StorageUnavailable);
  await expect(revision.read()).rejects.toThrow(StorageUnavailable);
  world.now = 999;
  await expect(revision.read()).rejects.toThrow(StorageUnavailable);
  expect(world.reads).toBe(1);
  world.now = 1000;
  await expect(revision.read()).rejects.toThrow(StorageUnavailable);
  expect(world.reads).toBe(2);
});
