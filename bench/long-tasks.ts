import { running } from "./script-time.ts";
import { threadOf } from "./trace-event.ts";
import type { TraceEvent } from "./trace-event.ts";

/** A task that blocks the main thread for this long is noticeable, in milliseconds (W3C, Long Tasks API). */
const long = 50;

/**
 * Counts the long tasks of a document from when its first script runs. Earlier work of the browser, to show the page,
 * would happen without any script.
 *
 * @throws if the trace does not have exactly one such document, or no scripts of it
 */
export function longTasksOf(events: readonly TraceEvent[], address: string): number {
  const own = threadOf(events, address);
  const first = own.find(({ name }) => running.has(name));
  if (!first) throw new Error("the trace has no scripts of the document");
  return own.filter(
    ({ name, ts, dur = 0 }) =>
      name === "ThreadControllerImpl::RunTask" && dur >= long * 1000 && ts + dur > first.ts,
  ).length;
}
