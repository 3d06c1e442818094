import { beforeEach, expect, test } from "vitest";
import { createScheduler, type RunTask, type Scheduler } from "../src/background/scheduler.ts";
import { taskTable, type TaskName } from "../src/background/task-table.ts";
import { createFakeTime, type FakeTime } from "./fake-time.ts";

let time: FakeTime;
let lines: string[];
let scheduler: Scheduler;

beforeEach(() => {
  time = createFakeTime();
  lines = [];
  const line = (detail: object, message: string) =>
    void lines.push(`${(detail as { readonly task?: string }).task}: ${message}`);
  const log = { debug: line, info: line, warn: line, error: line };
  scheduler = createScheduler({ log, nowMs: () => 1_000_000 + time.now(), time });
});

const reportOf = (name: TaskName) => scheduler.reports().find((report) => report.name === name);

test("a task runs at once, and again after its period", async () => {
  const at: number[] = [];
  scheduler.start("place_questions", async () => void at.push(time.now()));
  await time.pass(5_000);
  expect(at).toEqual([0, 2_000, 4_000]);
});

test("a round is never begun while another of the same task runs, and is then due after the whole period", async () => {
  const slow = Promise.withResolvers<void>();
  const at: number[] = [];
  scheduler.start("place_questions", async () => {
    at.push(time.now());
    if (at.length === 1) await slow.promise;
  });
  await time.pass(10_000);
  scheduler.wake("place_questions");
  await time.pass(0);
  expect(at).toEqual([0]);
  slow.resolve();
  await time.pass(0);
  // The one that was asked for in the meantime.
  expect(at).toEqual([0, 10_000]);
  await time.pass(2_000);
  expect(at).toEqual([0, 10_000, 12_000]);
});

test("the pause doubles with each failure up to a limit, and is as before once the task works", async () => {
  const at: number[] = [];
  let isAway = true;
  scheduler.start("update_chat_list", async () => {
    at.push(time.now());
    if (isAway) throw new Error("the database is away");
  });
  await time.pass(20_000);
  expect(at).toEqual([0, 1_000, 3_000, 7_000, 12_000, 17_000]);
  expect(lines).toEqual(["update_chat_list: a background task failed, trying again"]);
  expect(reportOf("update_chat_list")).toMatchObject({ failures: 6, failuresInARow: 6 });

  isAway = false;
  await time.pass(4_000);
  expect(at.slice(6)).toEqual([22_000, 23_000, 24_000]);
  expect(lines.slice(1)).toEqual(["update_chat_list: a background task works again"]);
  expect(reportOf("update_chat_list")).toMatchObject({ failures: 6, failuresInARow: 0 });
});

test("being woken ends a pause, but not one after a failure", async () => {
  const at: number[] = [];
  let isAway = false;
  scheduler.start("end_orphans", async () => {
    at.push(time.now());
    if (isAway) throw new Error("the database is away");
  });
  await time.pass(1_000_000);
  expect(at).toEqual([]);
  isAway = true;
  scheduler.wake("end_orphans");
  await time.pass(500);
  scheduler.wake("end_orphans");
  await time.pass(499);
  expect(at).toEqual([1_000_000]);
  isAway = false;
  await time.pass(1);
  expect(at).toEqual([1_000_000, 1_001_000]);
  await time.pass(1_000_000);
  expect(at).toHaveLength(2);
});

test("one failing task delays no other", async () => {
  let rounds = 0;
  scheduler.start("store_key_sites", () => Promise.reject(new Error("no")));
  scheduler.start("update_chat_list", () => {
    throw new Error("no, and not as a promise");
  });
  scheduler.start("enforce_handoff_timeouts", async () => void rounds++);
  await time.pass(10_000);
  expect(rounds).toBe(11);
});

test("a stop aborts what runs, and waits for it and for the work that outlasts it", async () => {
  const round = Promise.withResolvers<void>();
  const work = Promise.withResolvers<void>();
  const aborted: string[] = [];
  const run: RunTask = async (signal, waitUntil) => {
    waitUntil(work.promise);
    signal.addEventListener("abort", () => aborted.push("round"));
    await round.promise;
  };
  scheduler.start("sync_web_sources", run);
  await time.pass(500);
  const over: string[] = [];
  const stopped = scheduler.stop().then(() => over.push("stop"));
  expect(aborted).toEqual(["round"]);
  work.reject(new Error("what is awaited may fail"));
  await time.pass(100_000);
  expect(over).toEqual([]);
  round.resolve();
  await stopped;
  await time.pass(100_000);
  expect(reportOf("sync_web_sources")?.times.count).toBe(1);
});

test("a drain ends what running replies do not need, and nothing else", async () => {
  const rounds = { check_gaps: 0, stop_taken_replies: 0 };
  for (const name of ["check_gaps", "stop_taken_replies"] as const)
    scheduler.start(name, async () => void rounds[name]++);
  await time.pass(0);
  await scheduler.drain();
  await time.pass(10_000);
  expect(rounds).toEqual({ check_gaps: 1, stop_taken_replies: 101 });
});

test("a round may say when the next one is due", async () => {
  const at: number[] = [];
  scheduler.start("sync_web_sources", async () => {
    at.push(time.now());
    return at.length === 1 ? 700 : undefined;
  });
  await time.pass(70_000);
  expect(at).toEqual([500, 1_200, 61_200]);
});

test("how long rounds took, when the last began and what blocked the loop is reported, failed rounds included", async () => {
  let rounds = 0;
  scheduler.start("remove_empty_gaps", async () => {
    // Nothing else can run meanwhile: the loop is blocked.
    time.block(++rounds === 1 ? 40 : 20);
    if (rounds === 2) throw new Error("no");
  });
  await time.pass(0);
  expect(reportOf("remove_empty_gaps")).toMatchObject({
    lastRunAt: 1_000_000,
    lastSeconds: 0.04,
    longestBlockSeconds: 0.04,
    failures: 0,
  });
  await time.pass(20_000);
  const report = reportOf("remove_empty_gaps");
  expect(report).toMatchObject({ lastSeconds: 0.02, longestBlockSeconds: 0.04, failures: 1 });
  expect(report?.times).toMatchObject({ count: 2 });
  expect(report?.times.sum).toBeCloseTo(0.06);
});

test("only started tasks are reported, in the order of the table", () => {
  for (const name of ["expire_data", "stop_taken_replies"] as const) scheduler.start(name, async () => {});
  expect(scheduler.reports().map(({ name }) => name)).toEqual(["stop_taken_replies", "expire_data"]);
  expect(Object.keys(taskTable).length).toBeGreaterThan(15);
});
