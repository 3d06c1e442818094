import type { TurnSlot, TurnOrder } from "../coordination.ts";

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

/** Lets the lowest number run, once no reply is running and all numbers are known. */
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

/** Turn order within one process. A session without slots takes no memory. */
export function createTurnOrder(): TurnOrder {
  const lines = new Map<string, Set<Standing>>();

  return {
    reserve(sessionId): TurnSlot | undefined {
      const line = lines.get(sessionId) ?? new Set<Standing>();
      if (line.size >= placesPerSession) return undefined;
      lines.set(sessionId, line);
      return takeSlot(line, () => lines.delete(sessionId));
    },
  };
}

function takeSlot(line: Set<Standing>, onEmpty: () => void): TurnSlot {
  const standing: Standing = { running: false };
  line.add(standing);

  return {
    lineUp(turn) {
      standing.turn ??= turn;
      standing.arrived ??= Promise.withResolvers<void>();
      callNext(line);
      return standing.arrived.promise;
    },
    isWaiting: () => standing.arrived !== undefined && !standing.running,
    leave() {
      if (!line.delete(standing)) return;
      if (line.size === 0) onEmpty();
      else callNext(line);
    },
  };
}
