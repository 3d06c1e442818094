/** How long a name stays quiet after a log line, in milliseconds: one line is enough for a flood. */
const quietMs = 3_600_000;
/** The maximum number of names that are remembered. */
const maxNames = 10_000;

/** Returns a function that says whether a name may be logged now: once an hour for each. */
export function createLogThrottle(nowMs: () => number): (name: string) => boolean {
  const quietUntil = new Map<string, number>();

  return (name) => {
    const now = nowMs();
    if ((quietUntil.get(name) ?? 0) > now) return false;
    if (quietUntil.size >= maxNames) quietUntil.clear();
    quietUntil.set(name, now + quietMs);
    return true;
  };
}
