import type { Place, TurnOrder } from "../coordination.ts";

/** One reply runs and three wait (decisions, "Two POSTs on one session"). */
const placesPerSession = 4;

/** What a line knows of one place. */
interface Standing {
  /** Absent until the place has said its number. */
  turn?: number;
  /** Absent until the place has said its number; resolves when its turn has come. */
  arrived?: PromiseWithResolvers<void>;
  running: boolean;
}

/** Turn order within one process. A session without places takes no memory. */
export function createTurnOrder(): TurnOrder {
  const lines = new Map<string, Set<Standing>>();

  return {
    reserve(sessionId): Place | undefined {
      const line = lines.get(sessionId) ?? new Set<Standing>();
      if (line.size >= placesPerSession) return undefined;
      lines.set(sessionId, line);
      return takePlace(line, () => lines.delete(sessionId));
    },
  };
}

function takePlace(line: Set<Standing>, onEmpty: () => void): Place {
  const standing: Standing = { running: false };
  line.add(standing);

  return {
    lineUp(turn) {
      standing.turn ??= turn;
      standing.arrived ??= Promise.withResolvers<void>();
      callNext(line);
      return standing.arrived.promise;
    },
    get waiting() {
      return standing.arrived !== undefined && !standing.running;
    },
    leave() {
      if (!line.delete(standing)) return;
      if (line.size === 0) onEmpty();
      else callNext(line);
    },
  };
}

/** Lets the lowest number run, once nobody runs and everybody has said a number. */
function callNext(line: ReadonlySet<Standing>): void {
  let next: Standing | undefined;
  for (const standing of line) {
    if (standing.running || standing.turn === undefined) return;
    if (next?.turn === undefined || standing.turn < next.turn) next = standing;
  }
  if (next === undefined) return;
  next.running = true;
  next.arrived?.resolve();
}
