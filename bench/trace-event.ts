/** The fields of a Chromium trace event that are used here. Times are in microseconds. */
export interface TraceEvent {
  readonly name: string;
  /** `X` is a duration; other kinds are not counted. */
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  /** Its duration. */
  readonly dur?: number;
  /** Its thread's processor time; missing if the processor's clock is unavailable. */
  readonly tdur?: number;
  readonly args?: { readonly data?: { readonly url?: string } };
}

/** Milliseconds of a main thread. */
export interface ThreadTime {
  /** Wall-clock time, including waiting for other processes. */
  readonly spentMs: number;
  /** Processor time, which other work on the machine affects least. */
  readonly processorMs: number;
}

/**
 * What took time in the thread of one document, in order: containing events come before nested ones.
 *
 * @param address the beginning of the document's address; no other document may have shared its thread in the meantime
 * @throws if the trace does not have exactly one such document
 */
export function threadOf(events: readonly TraceEvent[], address: string): readonly TraceEvent[] {
  const { pid, tid } = commitOf(events, address);
  return events
    .filter((event) => event.ph === "X" && event.pid === pid && event.tid === tid)
    .toSorted((one, other) => one.ts - other.ts || endOf(other) - endOf(one));
}

function commitOf(events: readonly TraceEvent[], address: string): TraceEvent {
  const commits = events.filter(
    ({ name, args }) => name === "CommitLoad" && args?.data?.url?.startsWith(address) === true,
  );
  const [commit] = commits;
  if (commit === undefined || commits.length > 1)
    throw new Error(`the trace has ${commits.length} documents at ${address}, not one`);
  return commit;
}

/** When it ended. */
export function endOf({ ts, dur = 0 }: TraceEvent): number {
  return ts + dur;
}
