/** One reply runs and three wait (docs/decisions.md, "Two messages at once"). */
export const placesPerSession = 4;

/** What a line knows of one slot. */
export interface Standing {
  /** Absent until the slot has said its number. */
  turn?: number;
  /** Absent until the slot has said its number; resolves when its turn has come. */
  arrived?: PromiseWithResolvers<void>;
  running: boolean;
}

/** Lets the lowest number run, once nobody runs and everybody has said a number. */
export function callNext(line: Iterable<Standing>): void {
  let next: Standing | undefined;
  for (const standing of line) {
    if (standing.running || standing.turn === undefined) return;
    if (next?.turn === undefined || standing.turn < next.turn) next = standing;
  }
  if (next) letRun(next);
}

/** It is this slot's turn. */
export function letRun(standing: Standing): void {
  standing.running = true;
  standing.arrived?.resolve();
}
