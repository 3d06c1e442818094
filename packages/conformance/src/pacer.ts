/** Time, as the checks need it. */
export interface Clock {
  /** Milliseconds from any fixed point; never goes back. */
  monotonicMs(): number;
  /** Milliseconds since 1970. */
  wallMs(): number;
  sleep(ms: number): Promise<void>;
}

/** How many requests a key may make in which time. */
export interface Quota {
  readonly limit: number;
  readonly windowMs: number;
}

/** Keeps requests within their key's quota, so that the checks themselves never exceed the limit. */
export interface Pacer {
  /** Waits until one more request of this key is within its quota. Call the result once the response has arrived. */
  enter(key: string): Promise<() => void>;
  /** Waits until this many requests of this key, at most its whole quota, are within it. */
  makeRoom(key: string, requests: number): Promise<void>;
  /** Learns the quota from a response to a key. */
  learn(key: string, quota: Quota): void;
  /** Holds back all requests of this key for a while. */
  pause(key: string, ms: number): void;
}

/** The specification's limit, which applies until a response states another. */
const defaultQuota: Quota = { limit: 60, windowMs: 60_000 };
/** The service's clock and ours need not agree to the millisecond. */
const marginMs = 500;

/** @param onWait called with the length of the next pause, in milliseconds */
export function createPacer({
  clock,
  onWait,
}: {
  readonly clock: Clock;
  readonly onWait: (ms: number) => void;
}): Pacer {
  const quotas = new Map<string, Quota>();
  /** When each request was answered, or sent if it has not been: never earlier than the service counted it. */
  const sent = new Map<string, { at: number }[]>();
  const pausedUntil = new Map<string, number>();

  function waitMs(key: string, wanted: number): number {
    const { limit, windowMs } = quotas.get(key) ?? defaultQuota;
    const now = clock.monotonicMs();
    const recent = (sent.get(key) ?? []).filter(({ at }) => now - at < windowMs + marginMs);
    sent.set(key, recent);
    // This many of the recent ones must have left the window first.
    const leaving = recent.length + Math.min(wanted, limit) - limit;
    const last = recent.toSorted((a, b) => a.at - b.at)[leaving - 1];
    const untilFree = last ? last.at + windowMs + marginMs - now : 0;
    return Math.max(untilFree, (pausedUntil.get(key) ?? 0) - now);
  }

  async function makeRoom(key: string, wanted: number): Promise<void> {
    for (let wait = waitMs(key, wanted); wait > 0; wait = waitMs(key, wanted)) {
      onWait(wait);
      await clock.sleep(wait);
    }
  }

  return {
    async enter(key) {
      await makeRoom(key, 1);
      const entry = { at: clock.monotonicMs() };
      sent.set(key, [...(sent.get(key) ?? []), entry]);
      return () => {
        entry.at = clock.monotonicMs();
      };
    },
    makeRoom,
    learn: (key, quota) => void quotas.set(key, quota),
    pause: (key, ms) => void pausedUntil.set(key, clock.monotonicMs() + ms),
  };
}
