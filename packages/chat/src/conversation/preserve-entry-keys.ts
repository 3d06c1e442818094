import { turnsOf, type Conversation, type Entry } from "./conversation.ts";
import { messageIdOf } from "./message-id-of.ts";

/**
 * The conversation from a history, with the keys that its entries already have on screen: they keep their identity,
 * including text that is being typed into them. Turns are matched by their replies, and one at the end that nobody has
 * answered here by its messages; what is not on screen yet keeps its id.
 */
export function preserveEntryKeys(told: Conversation, shown: Conversation): Conversation {
  const turns = new Map(turnsOf(shown).map((turn) => [replyIdOf(turn), turn]));
  const open = turnsOf(shown).findLast(isUnanswered) ?? [];
  const last = turnsOf(told)
    .findLast((turn) => turn.length > 0)
    ?.at(-1);
  return turnsOf(told).flatMap((turn) => {
    const id = replyIdOf(turn);
    const isLast = turn.at(-1) === last;
    const known = (id && turns.get(id)) || (isLast ? open : []);
    return turn.map((entry, index) => {
      const before = entry.from === "agent" ? known.at(-1) : known[index];
      if (entry.from === "visitor") {
        const isKnown = before?.from === "visitor" && (known !== open || before.text === entry.text);
        return isKnown ? { ...entry, key: before.key } : entry;
      }
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

const isUnanswered = (turn: readonly Entry[]): boolean => turn.at(-1)?.from === "visitor";
