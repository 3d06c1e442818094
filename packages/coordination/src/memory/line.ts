/** One reply runs and three wait (docs/decisions.md, "Two messages at once"). */
export const placesPerSession = 4;

/** What a queue knows about one slot. */
export interface Standing {
  /** Absent until the slot's number is known. */
  turn?: number;
  /** Absent until the slot's number is known; resolves when its turn has come. */
  arrived?: PromiseWithResolvers<void>;
  running: boolean;
}

/** Lets the lowest number run, once nobody is running and all numbers are known. */
export function callNext(line: Iterable<Standing>): void {
  let next: Standing | undefined;
  for (const standing of line) {
    if (standing.running || standing.turn === undefined) return;
    if (next?.turn === undefined || standing.turn < next.turn) next = standing;
  }
  if (next) letRun(next);
}

/** Starts this slot's turn. */
export function letRun(standing: Standing): void {
  standing.running = true;
  standing.arrived?.resolve();
}
