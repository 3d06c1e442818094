import { describe, expect, test } from "vitest";
import type { TranscriptEntry } from "@servicechat/contract";
import type { StoredPart } from "../../src/index.ts";
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
        { replyId: first.replyId, offset: 0, appended: "Hel", parts },
        { replyId: "rep_gone", offset: 0, appended: "nobody hears this", parts },
        { replyId: second.replyId, offset: 0, appended: "Guten " },
      ]);
      await storage.conversations.saveProgress([
        { replyId: first.replyId, offset: 3, appended: "lo" },
        { replyId: second.replyId, offset: 6, appended: "Tag", parts: [{ type: "text", start: 0 }] },
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

    test("progress saved again, whole or with more, is appended once, and one that comes late takes nothing away", async () => {
      await using storage = await open();
      await putAgent(storage);
      const turn = firstTurn();
      await storage.conversations.acceptTurn(turn);
      const { replyId } = turn;
      const save = (offset: number, appended: string) =>
        storage.conversations.saveProgress([{ replyId, offset, appended }]);
      // A character beyond the basic plane is one character, though it has two code units.
      for (const [offset, appended] of [
        [0, "Grüße 👋"],
        [0, "Grüße 👋"],
        [0, "Grüße 👋🌍 an"],
        [0, "Grüße 👋"],
        [8, " an"],
        [11, " alle"],
      ] as const)
        expect(await save(offset, appended)).toEqual([]);

      const reply = await storage.conversations.findReply({ sessionId: turn.session.id, replyId });
      expect(reply?.content).toBe("Grüße 👋🌍 an alle");
    });

    test("progress that would leave a hole, or comes too late, is not appended, and its reply is named", async () => {
      await using storage = await open();
      await putAgent(storage);
      const [behind, ended, even] = [firstTurn(), firstTurn(), firstTurn()];
      for (const turn of [behind, ended, even]) await storage.conversations.acceptTurn(turn);
      await storage.conversations.endReply(endOf(ended.replyId, { content: "It." }));

      const named = await storage.conversations.saveProgress([
        { replyId: behind.replyId, offset: 4, appended: "after a hole", parts },
        { replyId: ended.replyId, offset: 4, appended: "late" },
        { replyId: "rep_gone", offset: 4, appended: "nobody hears this" },
        { replyId: even.replyId, offset: 0, appended: "Even." },
      ]);

      const late = [ended.replyId, "rep_gone"].map((replyId) => ({ replyId, why: "passed_over" }));
      expect(named).toEqual(expect.arrayContaining([{ replyId: behind.replyId, why: "behind" }, ...late]));
      expect(named).toHaveLength(3);
      const contents = await Promise.all(
        [behind, ended, even].map(({ session, replyId }) =>
          storage.conversations.findReply({ sessionId: session.id, replyId }),
        ),
      );
      expect(contents.map((reply) => [reply?.content, reply?.parts])).toEqual([
        ["", []],
        ["It.", endOf(ended.replyId).parts],
        ["Even.", []],
      ]);
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
        ending: "length",
      });
      await storage.conversations.endReply(end);
      await storage.conversations.saveProgress([
        { replyId: turn.replyId, offset: 9, appended: "late", parts: [] },
      ]);

      const { replyId, facts: _, ...ended } = end;
      const found = await storage.conversations.findReply({ sessionId: turn.session.id, replyId });
      const known = { id: replyId, sessionId: turn.session.id, turn: 1, createdAt: 1000 };
      expect(found).toEqual({ ...known, ...ended, feedback: null, ratedAt: null });
    });

    test("how a reply ended early is kept", async () => {
      await using storage = await open();
      await putAgent(storage);
      for (const ending of ["length", "filtered", null] as const) {
        const turn = firstTurn();
        await storage.conversations.acceptTurn(turn);
        await storage.conversations.endReply(endOf(turn.replyId, { ending }));
        const { replyId } = turn;
        const found = await storage.conversations.findReply({ sessionId: turn.session.id, replyId });
        expect(found?.ending).toBe(ending);
      }
    });

    test("the end of a reply erased meanwhile is passed over", async () => {
      await using storage = await open();
      await putAgent(storage);
      const { sessionId, replyId } = await startChat(storage);
      await storage.conversations.erase(sessionId);
      await storage.conversations.endReply(endOf(replyId));
      await storage.conversations.saveProgress([{ replyId, offset: 0, appended: "late" }]);
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
      await storage.conversations.saveProgress([
        { replyId: orphan.replyId, offset: 0, appended: "Half an ans" },
      ]);

      const query = { failure: "reply_cut", liveNodes: [] } as const;
      expect(await storage.conversations.findOrphans(query)).toEqual([
        { replyId: orphan.replyId, length: "Half an ans".length },
      ]);
      expect(await storage.conversations.markOrphans(query)).toEqual([
        { replyId: orphan.replyId, sessionId },
      ]);

      const turns = await storage.conversations.readTurns({ sessionId });
      expect(turns.map(({ reply }) => [reply.status, reply.failure, reply.content])).toEqual([
        ["complete", null, "Good day."],
        ["incomplete", "reply_cut", "Half an ans"],
      ]);
      expect(await storage.conversations.openReplies(sessionId)).toEqual([]);
      expect(await storage.conversations.markOrphans(query)).toEqual([]);
    });

    test("a reply of a living node is not an orphan", async () => {
      await using storage = await open();
      await putAgent(storage);
      const { conversations } = storage;
      const turns = ["lost", "alive", "alive too", "lost too"].map((node) => firstTurn({ node }));
      for (const turn of turns) await conversations.acceptTurn(turn);

      const liveNodes = ["alive", "alive too", "unheard of"];
      const orphans = await conversations.markOrphans({ failure: "reply_cut", liveNodes });

      const replies = turns.map(({ session, replyId }) => ({ sessionId: session.id, replyId }));
      expect(orphans).toHaveLength(2);
      expect(orphans).toEqual(expect.arrayContaining([replies[0], replies[3]]));
      const stored = await Promise.all(replies.map((reply) => conversations.findReply(reply)));
      expect(stored.map((reply) => reply?.status)).toEqual([
        "incomplete",
        "streaming",
        "streaming",
        "incomplete",
      ]);
    });
  });
}
