import type { Conversation } from "./conversation.ts";

/**
 * Whether the visitor was asked to confirm something else after this question. The service asks about the older one
 * again.
 */
export function hasNewerRequest(conversation: Conversation, questionId: string): boolean {
  const asked = conversation.flatMap((entry) =>
    entry.from === "agent" && !entry.replaced ? entry.parts : [],
  );
  const requests = asked.flatMap((part) => (part.type === "question" && part.confirm ? [part.id] : []));
  return requests.includes(questionId) && requests.at(-1) !== questionId;
}
