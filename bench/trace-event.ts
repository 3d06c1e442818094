/** One event of Chromium's trace, as far as it is looked at. Times are in microseconds. */
export interface TraceEvent {
  readonly name: string;
  /** `X` is a stretch of time; other kinds are not counted. */
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  /** How long it took. */
  readonly dur?: number;
  /** What its thread had of a processor meanwhile; missing where that is less than the clock shows. */
  readonly tdur?: number;
  readonly args?: { readonly data?: { readonly url?: string } };
}

/** Milliseconds of a main thread. */
export interface ThreadTime {
  /** On the clock: with waiting for other processes, and with being kept waiting by them. */
  readonly spentMs: number;
  /** The processor's share of it, which other work on the machine lengthens least. */
  readonly processorMs: number;
}

/**
 * What took time in the thread of one document, in order: what contains something else comes before it.
 *
 * @param address how the document's address begins; no other document may have shared its thread meanwhile
 * @throws when the trace does not have exactly one such document
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

/** When it was over. */
export function endOf({ ts, dur = 0 }: TraceEvent): number {
  return ts + dur;
}
