import { describe, expect, test } from "vitest";
import type { StoredPart, TranscriptEntry } from "../../src/storage.ts";
import { endOf, firstTurn, newId, nextTurn, putAgent, startChat, type OpenStorage } from "./samples.ts";

/** Replies: grown, ended, found, and left behind by a crash. */
export function replyPromises(driver: string, open: OpenStorage): void {
  const parts: readonly StoredPart[] = [
    { type: "text", start: 0 },
    { type: "tool", id: "use_1", name: "search_knowledge", title: "Searching", status: "running" },
    { type: "text", start: 5 },
  ];

  describe(`${driver}: replies`, () => {
    test("progress appends to several replies, and keeps the parts that were not sent again", async () => {
      await using storage = await open();
      await putAgent(storage);
      const [first, second] = [firstTurn(), firstTurn()];
      await storage.conversations.acceptTurn(first);
      await storage.conversations.acceptTurn(second);
      await storage.conversations.saveProgress([
        { replyId: first.replyId, appended: "Hel", parts },
        { replyId: "rep_gone", appended: "nobody hears this", parts },
        { replyId: second.replyId, appended: "Guten " },
      ]);
      await storage.conversations.saveProgress([
        { replyId: first.replyId, appended: "lo" },
        { replyId: second.replyId, appended: "Tag", parts: [{ type: "text", start: 0 }] },
      ]);
      await storage.conversations.saveProgress([]);

      const reply = (turn: typeof first) =>
        storage.conversations.findReply({ sessionId: turn.session.id, replyId: turn.replyId });
      expect(await reply(first)).toMatchObject({ content: "Hello", parts, status: "streaming" });
      expect(await reply(second)).toMatchObject({
        content: "Guten Tag",
        parts: [{ type: "text", start: 0 }],
      });
    });

    test("a reply is read back as it ended, and late progress does not change it", async () => {
      await using storage = await open();
      await putAgent(storage);
      const turn = firstTurn();
      await storage.conversations.acceptTurn(turn);
      const transcript: readonly TranscriptEntry[] = [
        { role: "assistant", text: "", toolCalls: [{ id: "c1", name: "search", input: { query: "x" } }] },
        { role: "tool", callId: "c1", name: "search", result: "found", failed: false },
        { role: "assistant", text: "Found it.", toolCalls: [] },
      ];
      const end = endOf(turn.replyId, {
        status: "failed",
        content: "Found it.",
        parts,
        transcript,
        failure: "reply_cut",
        truncated: true,
      });
      await storage.conversations.endReply(end);
      await storage.conversations.saveProgress([{ replyId: turn.replyId, appended: "late", parts: [] }]);

      const { replyId, ...ended } = end;
      const found = await storage.conversations.findReply({ sessionId: turn.session.id, replyId });
      expect(found).toEqual({ id: replyId, sessionId: turn.session.id, turn: 1, createdAt: 1000, ...ended });
    });

    test("the end of a reply erased meanwhile is passed over", async () => {
      await using storage = await open();
      await putAgent(storage);
      const { sessionId, replyId } = await startChat(storage);
      await storage.conversations.erase(sessionId);
      await storage.conversations.endReply(endOf(replyId));
      await storage.conversations.saveProgress([{ replyId, appended: "late" }]);
      expect(await storage.conversations.findReply({ sessionId, replyId })).toBeUndefined();
    });

    test("a reply is found in its own session only", async () => {
      await using storage = await open();
      await putAgent(storage);
      const { replyId } = await startChat(storage);
      const { sessionId: foreign } = await startChat(storage);
      expect(await storage.conversations.findReply({ sessionId: foreign, replyId })).toBeUndefined();
    });

    test("open replies are those still streaming, by turn", async () => {
      await using storage = await open();
      await putAgent(storage);
      const { sessionId } = await startChat(storage);
      const ids = [newId("rep"), newId("rep")];
      for (const replyId of ids) await storage.conversations.acceptTurn(nextTurn(sessionId, { replyId }));
      await storage.conversations.acceptTurn(firstTurn());
      const openReplies = await storage.conversations.openReplies(sessionId);
      expect(openReplies.map((reply) => [reply.id, reply.turn])).toEqual([
        [ids[0], 2],
        [ids[1], 3],
      ]);
    });

    test("after a crash every streaming reply becomes incomplete with its text, and no other is touched", async () => {
      await using storage = await open();
      await putAgent(storage);
      const { sessionId } = await startChat(storage);
      const orphan = nextTurn(sessionId);
      await storage.conversations.acceptTurn(orphan);
      await storage.conversations.saveProgress([{ replyId: orphan.replyId, appended: "Half an ans" }]);

      expect(await storage.conversations.markOrphans("reply_cut")).toBe(1);

      const turns = await storage.conversations.readTurns({ sessionId });
      expect(turns.map(({ reply }) => [reply.status, reply.failure, reply.content])).toEqual([
        ["complete", null, "Good day."],
        ["incomplete", "reply_cut", "Half an ans"],
      ]);
      expect(await storage.conversations.openReplies(sessionId)).toEqual([]);
      expect(await storage.conversations.markOrphans("reply_cut")).toBe(0);
    });
  });
}
