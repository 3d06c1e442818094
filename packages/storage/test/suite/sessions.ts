import { describe, expect, test } from "vitest";
import {
  endOf,
  firstTurn,
  nextTurn,
  putAgent,
  sampleMessage,
  startChat,
  type OpenStorage,
} from "./samples.ts";

/** Sessions: found by their token, listed, forgotten. */
export function sessionPromises(driver: string, open: OpenStorage): void {
  const always = { idleSince: 0, createdSince: 0 };

  describe(`${driver}: sessions`, () => {
    test("a session is found by its token, for its own agent only", async () => {
      await using storage = await open();
      await putAgent(storage);
      await putAgent(storage, "shop");
      const { sessionId } = await startChat(storage, {
        session: { id: "ses_a", agentId: "guide", tokenHash: "t" },
      });
      const find = (tokenHash: string, agentId: string) =>
        storage.conversations.findSession({ tokenHash, agentId, ...always });
      expect(await find("t", "guide")).toEqual({
        id: sessionId,
        agentId: "guide",
        createdAt: 1000,
        lastActiveAt: 1000,
        turns: 1,
      });
      expect(await find("t", "shop")).toBeUndefined();
      expect(await find("T", "guide")).toBeUndefined();
      expect(await find("", "guide")).toBeUndefined();
    });

    test("a session that is idle or too old is not found, and each turn makes it active", async () => {
      await using storage = await open();
      await putAgent(storage);
      const session = { id: "ses_a", agentId: "guide", tokenHash: "t" };
      await startChat(storage, { session, at: 1000 });
      await storage.conversations.acceptTurn(nextTurn("ses_a", { at: 5000 }));
      const find = (limits: { idleSince: number; createdSince: number }) =>
        storage.conversations.findSession({ tokenHash: "t", agentId: "guide", ...limits });
      expect(await find({ idleSince: 5000, createdSince: 1000 })).toMatchObject({
        createdAt: 1000,
        lastActiveAt: 5000,
        turns: 2,
      });
      expect(await find({ idleSince: 5001, createdSince: 0 })).toBeUndefined();
      expect(await find({ idleSince: 0, createdSince: 1001 })).toBeUndefined();
    });

    test("a token belongs to one session", async () => {
      await using storage = await open();
      await putAgent(storage);
      await startChat(storage, { session: { id: "ses_a", agentId: "guide", tokenHash: "t" } });
      const twin = firstTurn({ session: { id: "ses_b", agentId: "guide", tokenHash: "t" } });
      await expect(storage.conversations.acceptTurn(twin)).rejects.toThrow();
      expect(await storage.conversations.find("ses_b")).toBeUndefined();
    });

    test("of several sessions, erased ones are distinguished from the others", async () => {
      await using storage = await open();
      await putAgent(storage);
      const [one, two] = [await startChat(storage), await startChat(storage)];
      const { conversations } = storage;
      await conversations.erase(two.sessionId);
      expect(await conversations.findErased([one.sessionId, two.sessionId])).toEqual([two.sessionId]);
      expect(await conversations.findErased([])).toEqual([]);
    });

    test("an erased session is gone from every answer, its neighbour is not", async () => {
      await using storage = await open();
      await putAgent(storage);
      const idempotency = { agentId: "guide", key: "k", bodyHash: "b", expiresAt: 9000 };
      const session = { id: "ses_a", agentId: "guide", tokenHash: "t" };
      const { replyId } = await startChat(storage, { session, idempotency });
      const parts = [{ type: "question", id: "q1", questions: [] } as const];
      await storage.conversations.endReply(endOf(replyId, { parts }));
      const { sessionId: neighbour } = await startChat(storage);

      expect(await storage.conversations.erase("ses_a")).toBe(true);

      const { conversations } = storage;
      const sessionId = "ses_a";
      expect(await conversations.find(sessionId)).toBeUndefined();
      expect(
        await conversations.findSession({ tokenHash: "t", agentId: "guide", ...always }),
      ).toBeUndefined();
      expect(await conversations.readTurns({ sessionId })).toEqual([]);
      expect(await conversations.recentTurns({ sessionId, before: 9, limit: 9 })).toEqual([]);
      expect(await conversations.findReply({ sessionId, replyId })).toBeUndefined();
      expect(await conversations.findQuestion({ sessionId, questionId: "q1" })).toBeUndefined();
      expect(await conversations.findIdempotentTurn({ agentId: "guide", key: "k", now: 1 })).toBeUndefined();
      expect(await conversations.erase(sessionId)).toBe(false);
      expect(await conversations.readTurns({ sessionId: neighbour })).toHaveLength(1);
    });

    test("no visitor's words are reachable with another session's id", async () => {
      await using storage = await open();
      await putAgent(storage);
      const secret = "quetzalcoatl";
      const { sessionId, replyId } = await startChat(storage, { messages: [sampleMessage(secret)] });
      const parts = [{ type: "question", id: "q1", questions: [] } as const];
      await storage.conversations.endReply(endOf(replyId, { content: secret, parts }));
      await storage.conversations.acceptTurn(nextTurn(sessionId, { messages: [sampleMessage(secret)] }));
      const { sessionId: other } = await startChat(storage);

      const readWith = async (id: string) => {
        const { conversations } = storage;
        const answers = await Promise.all([
          conversations.readTurns({ sessionId: id }),
          conversations.recentTurns({ sessionId: id, before: 99, limit: 99 }),
          conversations.findReply({ sessionId: id, replyId }),
          conversations.openReplies(id),
          conversations.findQuestion({ sessionId: id, questionId: "q1" }),
          conversations.find(id),
        ]);
        return JSON.stringify(answers);
      };
      expect(await readWith(sessionId)).toContain(secret);
      for (const foreign of [other, "", "%", `${sessionId} `, sessionId.toUpperCase(), "ses_unknown"]) {
        const read = await readWith(foreign);
        expect(read).not.toContain(secret);
        expect(read).not.toContain(replyId);
      }
    });

    test("idle and old sessions expire, however many, with their idempotency keys; the rest stays", async () => {
      await using storage = await open();
      await putAgent(storage);
      const { conversations } = storage;
      for (let index = 0; index < 130; index++) await conversations.acceptTurn(firstTurn({ at: 100 }));
      const { sessionId: old } = await startChat(storage, { at: 500 });
      await conversations.acceptTurn(nextTurn(old, { at: 9000 }));
      const kept = (key: string, expiresAt: number) => ({ agentId: "guide", key, bodyHash: "b", expiresAt });
      const { sessionId: young } = await startChat(storage, {
        at: 8000,
        idempotency: kept("past", 9000),
      });
      await conversations.acceptTurn(nextTurn(young, { at: 8001, idempotency: kept("kept", 9002) }));

      const query = { now: 9001, idleSince: 1000, createdSince: 1000 };
      expect(await conversations.expire(query)).toBe(131);

      expect(await conversations.find(old)).toBeUndefined();
      expect(await conversations.readTurns({ sessionId: young })).toHaveLength(2);
      expect(
        await conversations.findIdempotentTurn({ agentId: "guide", key: "past", now: 1 }),
      ).toBeUndefined();
      expect(await conversations.findIdempotentTurn({ agentId: "guide", key: "kept", now: 1 })).toBeDefined();
      expect(await conversations.expire(query)).toBe(0);
    });

    test("idempotency keys past their time are forgotten, however many, and their sessions stay", async () => {
      await using storage = await open();
      await putAgent(storage);
      const { conversations } = storage;
      const kept = (key: string) => ({ agentId: "guide", key, bodyHash: "b", expiresAt: 9000 });
      const turns = Array.from({ length: 130 }, (_, index) => firstTurn({ idempotency: kept(`${index}`) }));
      for (const turn of turns) await conversations.acceptTurn(turn);

      expect(await conversations.expire({ now: 9000, idleSince: 0, createdSince: 0 })).toBe(0);

      for (const { idempotency, session } of turns) {
        const query = { agentId: "guide", key: idempotency?.key ?? "", now: 0 };
        expect(await conversations.findIdempotentTurn(query)).toBeUndefined();
        expect(await conversations.find(session.id)).toBeDefined();
      }
    });
  });
}
