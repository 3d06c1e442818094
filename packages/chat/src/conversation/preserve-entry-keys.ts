import { turnsOf, type Conversation, type Entry } from "./conversation.ts";
import { messageIdOf } from "./message-id-of.ts";

/**
 * The conversation that history tells, under the keys that its entries have on screen already: they stay what they are,
 * with what is being typed into them. Turns are known again by their replies; what is not on screen yet keeps its id.
 */
export function preserveEntryKeys(told: Conversation, shown: Conversation): Conversation {
  const turns = new Map(turnsOf(shown).map((turn) => [replyIdOf(turn), turn]));
  return turnsOf(told).flatMap((turn) => {
    const id = replyIdOf(turn);
    const known = (id && turns.get(id)) || [];
    return turn.map((entry, index) => {
      const before = entry.from === "agent" ? known.at(-1) : known[index];
      if (entry.from === "visitor") return before?.from === "visitor" ? { ...entry, key: before.key } : entry;
      if (before?.from !== "agent") return entry;
      const { key, lastEventId, stopping } = before;
      return { ...entry, key, ...(lastEventId && { lastEventId }), ...(stopping && { stopping }) };
    });
  });
}

function replyIdOf(turn: readonly Entry[]): string | undefined {
  const last = turn.at(-1);
  return last?.from === "agent" ? messageIdOf(last) : undefined;
}
