/**
 * Signals within this many milliseconds count as one, because npm also passes on the Ctrl-C that the terminal sent to
 * the service.
 */
const sameSignal = 500;

/**
 * Handles SIGTERM and SIGINT from now on instead of ending.
 *
 * @returns aborted at the first signal. A second one ends the process at once
 */
export function shutdownSignal(): AbortSignal {
  const stop = new AbortController();
  let askedAt: number | undefined;
  const hear = () => {
    if (askedAt !== undefined && performance.now() - askedAt > sameSignal) process.exit(1);
    askedAt ??= performance.now();
    stop.abort();
  };
  process.on("SIGTERM", hear);
  process.on("SIGINT", hear);
  return stop.signal;
}
