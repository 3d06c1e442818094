import type { OperatorRecord } from "@servicechat/storage";
import { expect, test } from "vitest";
import { createPeopleHere } from "../src/handoff/people-here.ts";

const minute = 60_000;
const now = 100 * minute;

const person = (displayName: string, values: Partial<OperatorRecord> = {}) => ({
  displayName,
  named: true,
  available: true,
  role: "responder",
  agents: null,
  lastSeenAt: now - minute,
  ...values,
});

/** Finds who is there, among these people. */
function lookFor(people: readonly object[]) {
  const clock = { now };
  let reads = 0;
  const list = async () => {
    reads++;
    return { items: people, next: null };
  };
  const find = createPeopleHere({ storage: { operators: { list } } as never, nowMs: () => clock.now });
  return { find, clock, reads: () => reads };
}

test("the names of up to three people are shown who can take this agent's chats now, and have chosen one for visitors", async () => {
  const { find } = lookFor([
    person("Away", { available: false }),
    person("Gone", { lastSeenAt: now - 6 * minute }),
    person("Never", { lastSeenAt: null }),
    person("Private", { named: false }),
    person("Looker", { role: "viewer" }),
    person("Elsewhere", { agents: ["other"] }),
    person("Ada", { agents: ["shop"], lastSeenAt: now - 2 * minute }),
    person("Ben", { role: "owner" }),
    person("Cleo", { lastSeenAt: now - 3 * minute }),
    person("Dora", { lastSeenAt: now - 4 * minute }),
  ]);
  expect(await find("shop")).toEqual(["Ben", "Ada", "Cleo"]);
  expect(await find("other")).toEqual(["Elsewhere", "Ben", "Cleo"]);
});

test("however many visitors come, people are read once in 15 seconds, and whoever leaves in between is gone at once", async () => {
  const { find, clock, reads } = lookFor([person("Ada", { lastSeenAt: now - 5 * minute + 2_000 })]);
  expect(await Promise.all([find("shop"), find("shop"), find("other")])).toEqual([["Ada"], ["Ada"], ["Ada"]]);
  clock.now += 3_000;
  expect(await find("shop")).toEqual([]);
  expect(reads()).toBe(1);
  clock.now += 15_000;
  await find("shop");
  expect(reads()).toBe(2);
});

test("if people cannot be read, nobody is there", async () => {
  const list = async () => Promise.reject(new Error("the database is away"));
  const find = createPeopleHere({ storage: { operators: { list } } as never, nowMs: () => now });
  expect(await find("shop")).toEqual([]);
});
