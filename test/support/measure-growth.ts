/** A longer run is proof enough: the next one would not return. */
const tooLongMs = 1_000;
/**
 * A measurement takes at least this long. The kernel counts a thread's time in steps of some milliseconds, so a single
 * short run would measure nothing or a whole step.
 */
const enoughMs = 40;

/**
 * How many times longer it takes per doubling of an input, from the smallest size to the largest: 2 is linear, 4 is
 * quadratic. Only the processor time of this thread counts, so other load on the machine does not.
 *
 * @param run Processes an input of this size, in characters
 */
export function measureGrowth(run: (size: number) => void, sizes: { from: number; to: number }): number {
  const { from, to } = sizes;
  // The first runs parse and compile the code.
  perRun(run, from);
  const first = perRun(run, from);
  for (let size = from * 2; size < to; size *= 2) {
    const startedAt = threadMs();
    run(size);
    if (threadMs() - startedAt > tooLongMs) return Infinity;
  }
  const doublings = Math.log2(to / from);
  return Math.max(perRun(run, to) / first, 1) ** (1 / doublings);
}

/** The processor time of this thread, in milliseconds. */
function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** The average over as many runs as the measurement needs, in milliseconds. */
function perRun(run: (size: number) => void, size: number): number {
  const startedAt = threadMs();
  for (let runs = 1; ; runs += 1) {
    run(size);
    const spent = threadMs() - startedAt;
    if (spent >= enoughMs) return spent / runs;
  }
}
