import type { ConversationStore, Storage } from "../../src/storage.ts";
import { endOf, firstTurn, nextTurn, putAgent, startChat } from "./samples.ts";

/** Tables with rows of every visitor: looking through one whole costs more with each of them. */
export const growingTables = ["sessions", "messages", "replies", "questions", "idempotency"] as const;

/** Does once whatever a store of conversations can do, in a few chats of its own. */
export async function doEverything(storage: Storage): Promise<void> {
  await putAgent(storage);
  const { conversations } = storage;
  const idempotency = { agentId: "guide", key: "once", bodyHash: "hash", expiresAt: 5_000 };
  const parts = [{ type: "question", id: "colour", questions: [] }] as const;
  const { sessionId, replyId } = await startChat(storage, { idempotency });
  await startChat(storage);
  await conversations.endReply(endOf(replyId, { parts }));
  const running = nextTurn(sessionId, {
    idempotency: { ...idempotency, key: "twice" },
    answers: [{ questionId: "colour", answers: { Colour: "Red" } }],
  });

  const deeds: Record<keyof ConversationStore, () => Promise<unknown>> = {
    findSession: () =>
      conversations.findSession({
        tokenHash: `hash of ${sessionId}`,
        agentId: "guide",
        idleSince: 0,
        createdSince: 0,
      }),
    find: () => conversations.find(sessionId),
    findKeptTurn: () => conversations.findKeptTurn({ agentId: "guide", key: "once", now: 1_000 }),
    acceptTurn: () => conversations.acceptTurn(running),
    saveProgress: () =>
      conversations.saveProgress([{ replyId: running.replyId, offset: 0, appended: "Good", parts }]),
    findReply: () => conversations.findReply({ sessionId, replyId }),
    openReplies: () => conversations.openReplies(sessionId),
    readTurns: () => conversations.readTurns({ sessionId, after: 0, limit: 50 }),
    recentTurns: () => conversations.recentTurns({ sessionId, before: 3, limit: 20 }),
    findQuestion: () => conversations.findQuestion({ sessionId, questionId: "colour" }),
    async endReply() {
      await conversations.endReply(endOf(running.replyId, { parts }));
      return conversations.findReply({ sessionId, replyId: running.replyId });
    },
    list: async () => [
      ...(await conversations.list({ limit: 5 })),
      ...(await conversations.list({ limit: 5, agentId: "guide" })),
    ],
    async markOrphans() {
      await conversations.acceptTurn(firstTurn({ node: "lost" }));
      return conversations.markOrphans({ failure: "reply_cut", liveNodes: ["self"] });
    },
    erase: () => conversations.erase(sessionId),
    expire: () => conversations.expire({ now: 9_000, idleSince: 500, createdSince: 9_000 }),
  };
  for (const [name, deed] of Object.entries(deeds)) {
    const found = await deed();
    // A deed that finds nothing may not have gone all its way.
    if (found === undefined || found === 0 || found === false) throw new Error(`${name} found nothing.`);
  }
}
