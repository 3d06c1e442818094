import type { Log } from "../dependencies.ts";

/** Something that is repeated: the log says once that it fails, however often, and once that it works again. */
export interface RepeatedFailureLog {
  failed(detail: object): void;
  /** It worked, this time. */
  recovered(): void;
}

/**
 * Logs one repeated failure; nothing fails at first.
 *
 * @param sentences what the log says when it begins, at `warn`, and when it is over, at `info`
 */
export function createRepeatedFailureLog(
  log: Log,
  { failing, working }: { readonly failing: string; readonly working: string },
): RepeatedFailureLog {
  let isReported = false;
  return {
    failed(detail) {
      if (!isReported) log.warn(detail, failing);
      isReported = true;
    },
    recovered() {
      if (isReported) log.info({}, working);
      isReported = false;
    },
  };
}
