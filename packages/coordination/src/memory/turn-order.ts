import type { Place, TurnOrder } from "../coordination.ts";
import { callNext, placesPerSession } from "./line.ts";
import type { Standing } from "./line.ts";

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
    isWaiting: () => standing.arrived !== undefined && !standing.running,
    leave() {
      if (!line.delete(standing)) return;
      if (line.size === 0) onEmpty();
      else callNext(line);
    },
  };
}
