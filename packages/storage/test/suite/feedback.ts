import { describe, expect, test } from "vitest";
import { endOf, firstTurn, nextTurn, putAgent, startChat, type OpenStorage } from "./samples.ts";

/** Visitors' ratings of replies: set, changed, removed, listed, deleted with the chat. */
export function feedbackPromises(driver: string, open: OpenStorage): void {
  describe(`${driver}: feedback`, () => {
    test("a rating is in its reply, the last one wins completely, and it can be removed", async () => {
      await using storage = await open();
      await putAgent(storage);
      const { sessionId, replyId } = await startChat(storage);
      const rate = (feedback: Parameters<typeof storage.feedback.rate>[0]["feedback"], at: number) =>
        storage.feedback.rate({ sessionId, replyId, feedback, at });
      const kept = async () => {
        const [turn] = await storage.conversations.readTurns({ sessionId });
        const found = await storage.conversations.findReply({ sessionId, replyId });
        expect(found).toEqual(turn?.reply);
        return [turn?.reply.feedback, turn?.reply.ratedAt];
      };

      expect(await kept()).toEqual([null, null]);
      expect(await rate({ rating: "down", comment: "Not what I asked \u{1f644}" }, 2000)).toBe(true);
      expect(await kept()).toEqual([{ rating: "down", comment: "Not what I asked \u{1f644}" }, 2000]);
      expect(await rate({ rating: "up" }, 3000)).toBe(true);
      expect(await rate({ rating: "up" }, 4000)).toBe(true);
      expect(await kept()).toEqual([{ rating: "up" }, 4000]);
      expect(await storage.feedback.listRated({ limit: 9 })).toEqual([
        { agentId: "guide", sessionId, replyId, turn: 1, ratedAt: 4000, rating: "up" },
      ]);
      expect(await rate(null, 5000)).toBe(true);
      expect(await rate(null, 6000)).toBe(true);
      expect(await kept()).toEqual([null, null]);
      expect(await storage.feedback.listRated({ limit: 9 })).toEqual([]);
    });

    test("another session's reply, one that is not there and one that still runs are not rated", async () => {
      await using storage = await open();
      await putAgent(storage);
      const { sessionId, replyId } = await startChat(storage);
      const other = await startChat(storage);
      const running = nextTurn(sessionId);
      await storage.conversations.acceptTurn(running);
      const feedback = { rating: "up" } as const;
      const rate = (session: string, reply: string) =>
        storage.feedback.rate({ sessionId: session, replyId: reply, feedback, at: 2000 });

      expect(await rate(other.sessionId, replyId)).toBe(false);
      expect(await rate(sessionId, "rep_none")).toBe(false);
      expect(await rate(sessionId, running.replyId)).toBe(false);
      expect(await storage.feedback.listRated({ limit: 9 })).toEqual([]);
      await storage.conversations.endReply(endOf(running.replyId));
      expect(await rate(sessionId, running.replyId)).toBe(true);
    });

    test("ratings are listed newest first, by agent, rating and time, and go with their chat", async () => {
      await using storage = await open();
      await putAgent(storage);
      await putAgent(storage, "other");
      const chats = [await startChat(storage), await startChat(storage)];
      const elsewhere = firstTurn({ session: { id: "ses_else", agentId: "other", tokenHash: "else" } });
      await storage.conversations.acceptTurn(elsewhere);
      await storage.conversations.endReply(endOf(elsewhere.replyId));
      const ratings = [
        { ...chats[0], feedback: { rating: "up" }, at: 2000 },
        { ...chats[1], feedback: { rating: "down", comment: "No." }, at: 3000 },
        { sessionId: "ses_else", replyId: elsewhere.replyId, feedback: { rating: "down" }, at: 4000 },
      ] as Parameters<typeof storage.feedback.rate>[0][];
      for (const rating of ratings) expect(await storage.feedback.rate(rating)).toBe(true);
      const times = async (query: Partial<Parameters<typeof storage.feedback.listRated>[0]>) =>
        (await storage.feedback.listRated({ limit: 9, ...query })).map(({ ratedAt }) => ratedAt);

      expect(await times({})).toEqual([4000, 3000, 2000]);
      expect(await times({ limit: 1 })).toEqual([4000]);
      expect(await times({ agents: ["guide"] })).toEqual([3000, 2000]);
      expect(await times({ rating: "down" })).toEqual([4000, 3000]);
      expect(await times({ since: 3000, agents: ["guide"] })).toEqual([3000]);
      expect(await times({ agents: [] })).toEqual([]);
      const [newest] = await storage.feedback.listRated({ limit: 1 });
      expect(newest && (await times({ after: newest }))).toEqual([3000, 2000]);
      await storage.conversations.erase(chats[1]?.sessionId ?? "");
      expect(await times({ agents: ["guide"] })).toEqual([2000]);
    });
  });
}
