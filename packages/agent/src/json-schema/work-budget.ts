/** Work of one check, in about microseconds on a slow machine. */
const maxWork = 20_000;

/** An input is longer, or its schema refers on more often, than can be checked at once. */
export class TooMuchToCheck extends Error {
  override readonly name = "TooMuchToCheck";
}

/** The maximum cost of one check, which blocks the event loop. */
export function createWorkBudget() {
  let left = maxWork;
  return {
    /** @throws TooMuchToCheck with this reason when nothing is left */
    spend(work: number, reason: string): void {
      left -= work;
      if (left < 0) throw new TooMuchToCheck(reason);
    },
    /** Begins another check. */
    restart(): void {
      left = maxWork;
    },
  };
}

/** @see createWorkBudget */
export type WorkBudget = ReturnType<typeof createWorkBudget>;
