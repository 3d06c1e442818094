import { setTimeout as pause } from "node:timers/promises";
import type { Log } from "../dependencies.ts";
import { causeOf } from "../telemetry/cause-of.ts";
import { createTimes, type Times } from "../telemetry/times.ts";
import { taskTable, type TaskName, type TaskRow } from "./task-table.ts";

/**
 * One round of a task. It ends early when the signal is aborted. Work that it hands to `waitUntil` may outlast the
 * round, and is awaited by a stop. It may return after how many milliseconds the next round is due, if sooner or later
 * than the table says.
 */
export type RunTask = (
  signal: AbortSignal,
  waitUntil: (work: Promise<unknown>) => void,
) => Promise<number | void>;

/** What has become of a task since the start. */
export interface TaskReport {
  readonly name: TaskName;
  /** How long its rounds took. */
  readonly times: Times;
  readonly failures: number;
  /** Failures since it last worked. */
  readonly failuresInARow: number;
  /** When its last round began, in milliseconds since 1970; `undefined` before the first. */
  readonly lastRunAt: number | undefined;
  /** How long the last round that is over took, in seconds. */
  readonly lastSeconds: number | undefined;
  /** The longest time at which nothing else ran on the event loop during a round, in seconds. */
  readonly longestBlockSeconds: number;
}

/** Runs the periodic tasks of the process. */
export interface Scheduler {
  /** Runs a task from now on, as the table says. */
  start(name: TaskName, run: RunTask): void;
  /** Asks for a round now, or after the one that runs. After a failure it still waits its time. */
  wake(name: TaskName): void;
  /** Ends the tasks that running replies do not need. Resolves once none of them runs. */
  drain(): Promise<void>;
  /** Ends all tasks. Resolves once none of them runs, so that what they use can be closed. */
  stop(): Promise<void>;
  /** The tasks that were started, in the order of the table. */
  reports(): readonly TaskReport[];
}

/** Replaces time in tests. */
export interface SchedulerTime {
  /** Milliseconds; it never goes back. */
  readonly now: () => number;
  /** Resolves after some milliseconds; rejects when the signal is aborted. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

interface Dependencies {
  readonly log: Log;
  /** Milliseconds since 1970. */
  readonly nowMs: () => number;
  /** Periods that differ from the table's, in milliseconds: for tests, and for what an operator may set. */
  readonly periods?: Partial<Record<TaskName, number>> | undefined;
  readonly time?: SchedulerTime;
}

type Started = { -readonly [Name in keyof TaskReport]: TaskReport[Name] } & {
  readonly ended: AbortController;
  /** The pause before its next round; aborting it ends it. */
  pause: AbortController;
  isWoken: boolean;
  /** Its rounds, and work that outlasts them. */
  readonly work: Set<Promise<unknown>>;
};

const usualBackoffMs = 60_000;
/** The shortest pause that grows with failures, in milliseconds. */
const minBackoffMs = 100;
const bounds = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10];

const realTime: SchedulerTime = {
  now: () => performance.now(),
  wait: (ms, signal) => pause(ms, undefined, { signal, ref: false }),
};

/** A scheduler without tasks. It never runs two rounds of one task at once, and no task waits for another. */
export function createScheduler({ log, nowMs, periods = {}, time = realTime }: Dependencies): Scheduler {
  const tasks = new Map<TaskName, Started>();

  async function repeat(task: Started, run: RunTask): Promise<void> {
    const row: TaskRow = taskTable[task.name];
    const periodMs = periods[task.name] ?? row.periodMs ?? Infinity;
    let pauseMs = row.periodMs === null ? Infinity : Math.min(periodMs, row.initialDelayMs ?? 0);
    for (;;) {
      await takePause(task, pauseMs);
      if (task.ended.signal.aborted) return;
      task.isWoken = false;
      const nextMs = await runRound(task, run);
      pauseMs =
        task.failuresInARow > 0 ? backoffMs(row, periodMs, task.failuresInARow) : (nextMs ?? periodMs);
    }
  }

  async function takePause(task: Started, ms: number): Promise<void> {
    const isCut = task.ended.signal.aborted || (task.isWoken && task.failuresInARow === 0);
    if (isCut || ms <= 0) return;
    task.pause = new AbortController();
    const { signal } = task.pause;
    await (ms === Infinity ? aborted(signal) : time.wait(ms, signal)).catch(() => undefined);
  }

  /** @returns after how many milliseconds it asks for the next round, if it does */
  async function runRound(task: Started, run: RunTask): Promise<number | undefined> {
    const { signal } = task.ended;
    const began = time.now();
    task.lastRunAt = nowMs();
    const endBlocks = measureBlocks(time);
    try {
      const nextMs = await run(signal, (work) => track(task, work));
      if (task.failuresInARow > 0) log.info({ task: task.name }, "a background task works again");
      task.failuresInARow = 0;
      return nextMs ?? undefined;
    } catch (cause) {
      if (signal.aborted) return undefined;
      task.failures++;
      if (++task.failuresInARow === 1)
        log.warn({ task: task.name, ...causeOf(cause) }, "a background task failed, trying again");
      return undefined;
    } finally {
      task.longestBlockSeconds = Math.max(task.longestBlockSeconds, endBlocks() / 1000);
      task.lastSeconds = (time.now() - began) / 1000;
      task.times.observe(task.lastSeconds);
    }
  }

  async function end(which: readonly Started[]): Promise<void> {
    for (const { ended, pause } of which) {
      ended.abort();
      pause.abort();
    }
    for (const { work } of which) while (work.size > 0) await Promise.all(work);
  }

  return {
    start(name, run) {
      if (tasks.has(name)) throw new Error(`The task ${name} has been started already.`);
      const task: Started = {
        name,
        times: createTimes(bounds),
        failures: 0,
        failuresInARow: 0,
        lastRunAt: undefined,
        lastSeconds: undefined,
        longestBlockSeconds: 0,
        ended: new AbortController(),
        pause: new AbortController(),
        isWoken: false,
        work: new Set(),
      };
      tasks.set(name, task);
      track(task, repeat(task, run));
    },
    wake(name) {
      const task = tasks.get(name);
      if (!task) return;
      task.isWoken = true;
      if (task.failuresInARow === 0) task.pause.abort();
    },
    drain: () => end([...tasks.values()].filter(({ name }) => !taskTable[name].whileDraining)),
    stop: () => end([...tasks.values()]),
    reports: () =>
      (Object.keys(taskTable) as TaskName[]).flatMap((name) => {
        const task = tasks.get(name);
        return task ? [task] : [];
      }),
  };
}

/** Doubles with each failure in succession. */
function backoffMs({ maxBackoffMs = usualBackoffMs }: TaskRow, periodMs: number, failures: number): number {
  const first = Number.isFinite(periodMs) ? Math.max(periodMs, minBackoffMs) : 1_000;
  return Math.min(Math.max(maxBackoffMs, first), first * 2 ** (failures - 1));
}

/** Each reports its own failures. */
function track({ work }: Started, added: Promise<unknown>): void {
  const settled: Promise<unknown> = added.catch(() => undefined).finally(() => work.delete(settled));
  work.add(settled);
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}

/** How often the loop is looked at while a task runs, in milliseconds. */
const lookMs = 5;

/** Replaces time in tests. */
interface LoopTime {
  /** Milliseconds; it never goes back. */
  readonly now: () => number;
}

/**
 * Measures how long the event loop was blocked at a time while something runs. What runs in one piece is measured
 * exactly, a later block to within some milliseconds, and what visitors' requests did meanwhile counts too: nothing in
 * Node says whose code blocked it, unless every promise is followed.
 *
 * @returns a function that ends the measurement, and returns the longest block in milliseconds
 */
function measureBlocks({ now }: LoopTime): () => number {
  let freeAt = now();
  let longest = 0;
  let timer: NodeJS.Timeout | undefined;

  const look = (expectedMs: number) => {
    const at = now();
    longest = Math.max(longest, at - freeAt - expectedMs);
    freeAt = at;
  };
  const immediate = setImmediate(() => {
    look(0);
    timer = setInterval(look, lookMs, lookMs).unref();
  });
  return () => {
    clearImmediate(immediate);
    clearInterval(timer);
    look(timer ? lookMs : 0);
    return Math.max(0, longest);
  };
}
