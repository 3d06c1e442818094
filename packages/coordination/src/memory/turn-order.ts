import type { TurnSlot, TurnOrder } from "../coordination.ts";
import { callNext, placesPerSession } from "./line.ts";
import type { Standing } from "./line.ts";

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
