import { setInterval } from "node:timers/promises";
import type { AgentRecord, SourceFailure, SyncCounts, SyncPosition } from "@servicechat/storage";
import type { KnowledgeDependencies } from "../create-knowledge.ts";
import type { SyncOptions } from "../knowledge.ts";

/** Ends a sync that somebody has stopped, on whatever node. */
export class SyncStopped extends Error {
  constructor() {
    super("Reading was stopped.");
  }
}

/** Writes down how far a sync is, so that every node can show it, and what it could not read. */
export interface SyncRecord extends AsyncDisposable {
  /** Aborted when the sync is to end, with a `SyncStopped` if somebody stopped it. */
  readonly signal: AbortSignal;
  /** Whether somebody has stopped it, asked anew. */
  isStopped(): Promise<boolean>;
  /** The source that is being read from now on. */
  source(name: string): void;
  /** How many files and pages are finished, and how many are known; `null` while that is unknown. */
  step(done: number, total: number | null): void;
  /** Counts a file or page that was read, and forgets that it failed before. */
  succeeded(outcome: "added" | "changed" | "same", ...locations: readonly string[]): void;
  failed(failure: Omit<SourceFailure, "agentId">): void;
  /** Nothing new is known of it: if it failed before, it still does. */
  asBefore(location: string): void;
  removed(count: number): void;
  /** Everything of the files, or of the web, was looked at: what failed before and was not met again is forgotten. */
  complete(isMeant: (failure: SourceFailure) => boolean): void;
  /** Ends it with its result. */
  finish(): Promise<void>;
}

/** How often it is written, in milliseconds, and for how long it then counts as running. */
const periodMs = 1_000;
const leaseMs = 15_000;
/** More failures of an agent are counted, and not listed. */
const maxFailures = 500;

type Dependencies = Pick<KnowledgeDependencies, "syncs" | "clock" | "randomUuid">;

/**
 * Begins the record of a sync. While another one of the same agent runs, the progress is that one's, and only failures are
 * written.
 */
export async function recordSync(
  { syncs, clock, randomUuid }: Dependencies,
  { id: agentId, version }: Pick<AgentRecord, "id" | "version">,
  { signal: given, isUnrecorded }: Pick<SyncOptions, "signal" | "isUnrecorded">,
): Promise<SyncRecord> {
  const held = { agentId, holder: randomUuid() };
  const until = () => clock.wallMs() + leaseMs;
  const begin = () => syncs.begin({ ...held, now: clock.wallMs(), heldUntil: until() });
  let isHeld = !isUnrecorded && (await begin());
  const known = new Map((await syncs.failures(agentId)).map((failure) => [failure.location, failure]));
  const met = new Set<string>();
  /** Failures to write, and locations (`null`) to forget. */
  const pending = new Map<string, SourceFailure | null>();
  const counts = { added: 0, changed: 0, same: 0 };
  let [source, done, total, removed]: [string | null, number, number | null, number] = [null, 0, null, 0];
  let isFinished = false;

  const result = (): SyncCounts => ({ ...counts, removed, failed: met.size });
  const position = (): SyncPosition => ({ source, done, total, counts: result() });

  async function writeFailures(): Promise<void> {
    const writing = [...pending];
    pending.clear();
    const gone = writing.flatMap(([location, failure]) => (failure ? [] : [location]));
    await syncs.removeFailures({ agentId, locations: gone });
    for (const [, failure] of writing) if (failure) await syncs.putFailure(failure);
  }

  function forget(location: string): void {
    met.delete(location);
    if (known.delete(location)) pending.set(location, null);
  }

  const ended = new AbortController();
  const stopped = new AbortController();
  const writing = isUnrecorded ? Promise.resolve() : writeRegularly();

  async function writeRegularly(): Promise<void> {
    const { signal } = ended;
    const ticks = setInterval(periodMs, undefined, { signal, ref: false });
    try {
      for await (const _ of ticks) {
        try {
          await writeFailures();
          if (!isHeld) isHeld = await begin();
          else if (!(await syncs.report({ ...held, heldUntil: until(), position: position() })))
            return stopped.abort(new SyncStopped());
        } catch {
          // The database fails for now: whatever the sync writes next says so.
        }
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  return {
    signal: given ? AbortSignal.any([given, stopped.signal]) : stopped.signal,
    async isStopped() {
      if (stopped.signal.aborted || !isHeld) return stopped.signal.aborted;
      return !(await syncs.report({ ...held, heldUntil: until(), position: position() }));
    },
    source: (name) => void (source = name),
    step: (...now) => void ([done, total] = now),
    succeeded(outcome, ...locations) {
      counts[outcome]++;
      locations.forEach(forget);
    },
    failed(failure) {
      const { location } = failure;
      met.add(location);
      if (known.get(location)?.reason === failure.reason) return;
      if (!known.has(location) && known.size >= maxFailures) return;
      known.set(location, { agentId, ...failure });
      pending.set(location, { agentId, ...failure });
    },
    asBefore: (location) => void (known.has(location) && met.add(location)),
    removed: (count) => void (removed += count),
    complete(isMeant) {
      for (const failure of known.values())
        if (!met.has(failure.location) && isMeant(failure)) forget(failure.location);
    },
    async finish() {
      ended.abort();
      await writing;
      await writeFailures();
      isFinished = true;
      if (isHeld) await syncs.finish({ ...held, at: clock.wallMs(), result: result(), version });
    },
    async [Symbol.asyncDispose]() {
      ended.abort();
      await writing;
      if (isFinished) return;
      // Something else has failed, and is thrown.
      await writeFailures().catch(() => undefined);
      if (isHeld) await syncs.release(held).catch(() => undefined);
    },
  };
}
