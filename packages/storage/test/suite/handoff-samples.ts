import type { ConversationStore } from "../../src/index.ts";
import { randomUUID } from "node:crypto";
import type { ChatMove } from "../../src/index.ts";
import { newId } from "./samples.ts";

/** The operator of these tests. */
export const ada = { id: "opr_ada", name: "Ada" };

/** A person takes the chat. */
export function takeOf(sessionId: string, values: Partial<ChatMove> = {}): ChatMove {
  return {
    sessionId,
    expected: 0,
    at: 5000,
    to: "person",
    operator: ada,
    event: { id: randomUUID(), type: "joined", name: ada.name },
    handoff: { by: "operator", reason: null, summary: null, email: null, since: 5000 },
    ...values,
  };
}

/** The agent gets it back. */
export function returnOf(sessionId: string, values: Partial<ChatMove> = {}): ChatMove {
  const { operator: _operator, handoff: _handoff, ...move } = takeOf(sessionId, { to: "agent", expected: 1 });
  return { ...move, event: { id: randomUUID(), type: "handed_back", name: ada.name }, ...values };
}

/** A person's message. */
export const saying = (text: string) => ({ replyId: newId("rep"), text });

/** The messages of each turn, by whom, and the state of the reply. */
export async function contentOf(conversations: ConversationStore, sessionId: string) {
  const turns = await conversations.readTurns({ sessionId });
  return turns.map(({ messages, reply }) => [
    messages.map(({ content }) => content).join("|"),
    reply.author?.kind ?? "agent",
    reply.status,
    reply.content,
  ]);
}
