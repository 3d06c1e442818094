import { setTimeout as pause } from "node:timers/promises";
import type { TurnOrder, TurnSlot } from "@servicechat/coordination";

/** How often, and after how many milliseconds, a place is asked for in a line that is full. */
const [attempts, pauseMs] = [20, 50];

/**
 * Reserves a slot in a session's queue for a reply that nobody can be asked to send again. In a chat that the agent
 * does not hold, the queue contains messages that are being stored, and soon empties. If it stays full, the reply waits
 * for nobody.
 */
export async function reserveTurn(turns: TurnOrder, sessionId: string): Promise<TurnSlot> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const slot = await turns.reserve(sessionId);
    if (slot) return slot;
    await pause(pauseMs);
  }
  return { lineUp: async () => undefined, isWaiting: () => false, leave: () => undefined };
}
