import { endOf, threadOf } from "./trace-event.ts";
import type { ThreadTime, TraceEvent } from "./trace-event.ts";

/** The categories of a trace that has what is looked for here. */
export const scriptCategories: readonly string[] = [
  "devtools.timeline",
  "v8",
  "v8.execute",
  "disabled-by-default-v8.compile",
  "toplevel",
];

/**
 * Where scripts are prepared or run. Promises go on in microtasks after the function that the browser called, so that
 * the browser's own counter of script time leaves them out.
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
/** What the browser's own counter of script time goes by, `ScriptDuration` of its `Performance.getMetrics`. */
const counted = new Set(["EvaluateScript", "v8.evaluateModule", "FunctionCall"]);
const modules = new Set(["v8.compileModule", "v8.evaluateModule"]);
/**
 * What happens within scripts and is not theirs. Who asks where things are only has style and layout done earlier. Places
 * in the source are collected for whoever is attached, as the bench is: 30 times in a chat that opens, else 4 times.
 */
const notTheirs = new Set(["UpdateLayoutTree", "Layout", "V8.CollectSourcePositions"]);
/** What that counter leaves out of scripts. */
const notCounted = new Set(["UpdateLayoutTree", "Layout", "v8.compile"]);

/** What scripts took of a main thread. */
export interface ScriptTime extends ThreadTime {
  /** Milliseconds on the clock, as the browser counts script time: without compiling and promises, with lazy parts. */
  readonly countedMs: number;
}

/**
 * Adds up what the scripts of one document did, without what is not theirs and without lazy parts: modules that come after
 * the first one, with all that it imports, was run. Beside it stands what the browser would count.
 *
 * @param address how the document's address begins; no other document may have shared its thread meanwhile
 * @throws when the trace does not have exactly one such document, or no scripts of it
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

/** Milliseconds in some stretches of time, without those of others that lie within them. */
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

/** Those that are not within another. They come sorted by their beginning, the longer one first. */
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
