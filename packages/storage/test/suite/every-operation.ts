import type { ConversationStore, FeedbackStore, FileStore, Storage, UsageStore } from "../../src/index.ts";
import { sampleFile } from "./files.ts";
import { endOf, firstTurn, nextTurn, putAgent, startChat } from "./samples.ts";

/** Tables with rows of every visitor: looking through one whole costs more with each of them. */
export const growingTables = [
  "sessions",
  "messages",
  "replies",
  "reply_facts",
  "questions",
  "idempotency",
  "files",
] as const;

/** The operations of stores on conversations and files. */
type Operation = keyof (ConversationStore & FileStore & FeedbackStore & UsageStore);

/** Runs every operation of the stores of conversations and files once, in a few separate chats. */
export async function doEverything(storage: Storage): Promise<void> {
  await putAgent(storage);
  const { conversations } = storage;
  const idempotency = { agentId: "guide", key: "once", bodyHash: "hash", expiresAt: 5_000 };
  const parts = [{ type: "question", id: "colour", questions: [] }] as const;
  const { sessionId, replyId } = await startChat(storage, { idempotency });
  await startChat(storage);
  await conversations.endReply(endOf(replyId, { parts }));
  const file = sampleFile();
  const running = nextTurn(sessionId, {
    files: [file.id],
    idempotency: { ...idempotency, key: "twice" },
    answers: [{ questionId: "colour", answers: { Colour: "Red" } }],
  });

  const operations: Record<Operation, () => Promise<unknown>> = {
    async add() {
      const max = { files: 9, bytes: 9_000_000 };
      await storage.files.add({ file: sampleFile(), session: { id: sessionId }, max });
      return storage.files.add({ file, session: { id: sessionId }, max });
    },
    read: async () =>
      (await storage.usage.read({ by: "key", since: 0, until: 5000 })).length > 0 &&
      storage.files.read({ sessionId, id: file.id }),
    ofChat: () => storage.usage.ofChat(sessionId),
    findSession: () =>
      conversations.findSession({
        tokenHash: `hash of ${sessionId}`,
        agentId: "guide",
        idleSince: 0,
        createdSince: 0,
      }),
    find: async () =>
      (await storage.files.find({ sessionId, ids: [file.id] })).length > 0 && conversations.find(sessionId),
    findIdempotentTurn: () => conversations.findIdempotentTurn({ agentId: "guide", key: "once", now: 1_000 }),
    acceptTurn: () => conversations.acceptTurn(running),
    saveProgress: () =>
      conversations.saveProgress([{ replyId: running.replyId, offset: 0, appended: "Good", parts }]),
    mayAct: () => conversations.mayAct(running.replyId),
    isStreaming: () => conversations.isStreaming(running.replyId),
    findReply: () => conversations.findReply({ sessionId, replyId }),
    findReplyTo: () => conversations.findReplyTo({ sessionId, turn: 1 }),
    openReplies: () => conversations.openReplies(sessionId),
    readTurns: () => conversations.readTurns({ sessionId, after: 0, limit: 50 }),
    recentTurns: () => conversations.recentTurns({ sessionId, before: 3, limit: 20 }),
    findQuestion: () => conversations.findQuestion({ sessionId, questionId: "colour" }),
    async endReply() {
      await conversations.endReply(endOf(running.replyId, { parts }));
      await conversations.acceptTurn(nextTurn(sessionId, { replaces: { turn: 2, reopens: ["colour"] } }));
      return conversations.findReply({ sessionId, replyId: running.replyId });
    },
    rate: () =>
      storage.feedback.rate({ sessionId, replyId, feedback: { rating: "up", comment: "Yes." }, at: 1_000 }),
    async listRated() {
      await storage.feedback.listRated({ limit: 5 });
      const found = await storage.feedback.listRated({
        limit: 5,
        agents: ["guide"],
        rating: "up",
        since: 500,
      });
      return found.length;
    },
    list: () => storage.files.list(sessionId),
    async findOrphans() {
      await conversations.acceptTurn(firstTurn({ node: "lost before" }));
      const orphans = await conversations.findOrphans({ liveNodes: ["self"] });
      return orphans.map(({ length }) => length);
    },
    async markOrphans() {
      await conversations.acceptTurn(firstTurn({ node: "lost" }));
      return conversations.markOrphans({ failure: "reply_cut", liveNodes: ["self"] });
    },
    findErased: () => conversations.findErased([sessionId, "ses_erased"]),
    erase: () => conversations.erase(sessionId),
    expire: () => conversations.expire({ now: 86_500_000, idleSince: 500, createdSince: 9_000 }),
  };
  for (const [name, operation] of Object.entries(operations)) {
    const found = await operation();
    // An operation that finds nothing may not have gone all its way.
    if (found === undefined || found === 0 || found === false) throw new Error(`${name} found nothing.`);
  }
}
