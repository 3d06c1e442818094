import type { ChatFilter, ReplyEnd, Storage } from "../../src/index.ts";
import { endOf, firstTurn, sampleFacts, sampleMessage } from "./samples.ts";

/** The scope of somebody who may see all agents. */
export const everything = { agents: null };
interface WrittenTurn {
  readonly question?: string;
  readonly answer?: string;
  readonly at?: number;
  readonly agentId?: string;
  readonly end?: Partial<ReplyEnd>;
}

/** A chat with one turn. */
export async function chatOf(
  storage: Storage,
  id: string,
  { question = "Hello", answer = "Good day.", at = 1000, agentId = "guide", end = {} }: WrittenTurn = {},
): Promise<string> {
  const turn = firstTurn({
    session: { id, agentId, tokenHash: `hash of ${id}` },
    messages: [sampleMessage(question)],
    replyId: `reply of ${id}`,
    at,
  });
  await storage.conversations.acceptTurn(turn);
  const facts = sampleFacts({ agentId });
  await storage.conversations.endReply(endOf(turn.replyId, { content: answer, facts, ...end }));
  return turn.replyId;
}

/** Ids of the chats that fit. */
export async function found(storage: Storage, filter: ChatFilter = {}): Promise<readonly string[]> {
  const { items } = await storage.chatIndex.list({ scope: everything, limit: 200, ...filter });
  return items.map(({ id }) => id);
}
