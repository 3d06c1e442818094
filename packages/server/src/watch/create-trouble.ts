import type { Log } from "../parts.ts";

/** What is tried again and again: the log says once that it fails, however often that is, and once that it works again. */
export interface Trouble {
  failed(detail: object): void;
  /** It worked, this time. */
  over(): void;
}

/**
 * One trouble of this log; over at first.
 *
 * @param sentences what the log says when it begins, at `warn`, and when it is over, at `info`
 */
export function createTrouble(
  log: Log,
  { failing, working }: { readonly failing: string; readonly working: string },
): Trouble {
  let isTold = false;
  return {
    failed(detail) {
      if (!isTold) log.warn(detail, failing);
      isTold = true;
    },
    over() {
      if (isTold) log.info({}, working);
      isTold = false;
    },
  };
}
