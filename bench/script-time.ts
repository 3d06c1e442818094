import { endOf, threadOf } from "./trace-event.ts";
import type { ThreadTime, TraceEvent } from "./trace-event.ts";

/** The trace categories that contain what is needed here. */
export const scriptCategories: readonly string[] = [
  "devtools.timeline",
  "v8",
  "v8.execute",
  "disabled-by-default-v8.compile",
  "toplevel",
];

/**
 * Where scripts are prepared or run. Promises continue in microtasks after the function that the browser called, so the
 * browser's own counter of script time does not include them.
 */
export const running: ReadonlySet<string> = new Set([
  "v8.compile",
  "v8.compileModule",
  "EvaluateScript",
  "v8.evaluateModule",
  "v8.callFunction",
  "FunctionCall",
  "RunMicrotasks",
]);
/** The events of the browser's own counter of script time, `ScriptDuration` of its `Performance.getMetrics`. */
const counted = new Set(["EvaluateScript", "v8.evaluateModule", "FunctionCall"]);
const modules = new Set(["v8.compileModule", "v8.evaluateModule"]);
/**
 * Work within scripts that is not theirs. Asking for positions only makes style and layout happen earlier. Source
 * positions are collected for attached debuggers, such as the bench: 30 times when a chat opens, otherwise 4 times.
 */
const notTheirs = new Set(["UpdateLayoutTree", "Layout", "V8.CollectSourcePositions"]);
/** What that counter leaves out of scripts. */
const notCounted = new Set(["UpdateLayoutTree", "Layout", "v8.compile"]);

/** The main thread's time that scripts took. */
export interface ScriptTime extends ThreadTime {
  /** Wall-clock milliseconds, as the browser counts script time: without compilation and promises, with lazy parts. */
  readonly countedMs: number;
}

/**
 * Adds up the work of one document's scripts, without work that is not theirs and without lazy parts: modules that load
 * after the first one has run with all its imports. Also returns what the browser would count.
 *
 * @param address the beginning of the document's address; no other document may have shared its thread in the meantime
 * @throws if the trace does not have exactly one such document, or no scripts of it
 */
export function scriptTimeOf(events: readonly TraceEvent[], address: string): ScriptTime {
  const own = threadOf(events, address);
  const scripts = outermost(own.filter(({ name }) => running.has(name)));
  if (scripts.length === 0) throw new Error("the trace has no scripts of the document");
  const first = own.find(({ name }) => name === "v8.evaluateModule");
  const isLazy = ({ name, ts }: TraceEvent) => modules.has(name) && first !== undefined && ts >= endOf(first);
  const apart = own.filter((event) => notTheirs.has(event.name) || isLazy(event));
  const called = outermost(own.filter(({ name }) => counted.has(name)));
  return {
    spentMs: spentIn(scripts, apart, ({ dur }) => dur),
    processorMs: spentIn(scripts, apart, ({ tdur }) => tdur),
    countedMs: spentIn(
      called,
      own.filter(({ name }) => notCounted.has(name)),
      ({ dur }) => dur,
    ),
  };
}

/** Milliseconds in some events, without others nested in them. */
function spentIn(
  all: readonly TraceEvent[],
  apart: readonly TraceEvent[],
  time: (event: TraceEvent) => number | undefined,
): number {
  const within = outermost(apart).filter((event) =>
    all.some((each) => each.ts <= event.ts && endOf(event) <= endOf(each)),
  );
  return (sum(all.map(time)) - sum(within.map(time))) / 1000;
}

/** Events that are not nested in another. The input is sorted by start, the longer one first. */
function outermost(events: readonly TraceEvent[]): TraceEvent[] {
  let end = -Infinity;
  return events.filter((event) => {
    const isWithin = event.ts < end;
    if (!isWithin) end = endOf(event);
    return !isWithin;
  });
}

function sum(values: readonly (number | undefined)[]): number {
  return values.reduce<number>((total, value) => total + (value ?? 0), 0);
}
