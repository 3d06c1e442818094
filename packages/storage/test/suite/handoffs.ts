import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { ada, contentOf, returnOf, saying, takeOf } from "./handoff-samples.ts";
import {
  endOf,
  firstTurn,
  nextTurn,
  putAgent,
  sampleMessage,
  startChat,
  type OpenStorage,
} from "./samples.ts";

/** A person takes part in a chat: who holds it, what that ends, and what is stored. */
export function handoffPromises(driver: string, open: OpenStorage): void {
  describe(`${driver}: handoff`, () => {
    test("a chat that nobody ever moved is the agent's, and its session says nothing of it", async () => {
      await using storage = await open();
      await putAgent(storage);
      const { sessionId } = await startChat(storage);
      expect(await storage.conversations.find(sessionId)).not.toHaveProperty("holding");
      expect(await storage.handoffs.find(sessionId)).toEqual({
        sessionId,
        agentId: "guide",
        turns: 1,
        holder: "agent",
        operator: null,
        epoch: 0,
        since: null,
        handoff: null,
        personAt: null,
        returnedTurn: null,
      });
      expect(await storage.handoffs.find("ses_none")).toBeUndefined();
    });

    test("taking ends the running reply with the text that it had, and nothing is appended, ended or done after it", async () => {
      await using storage = await open();
      await putAgent(storage);
      const { conversations, handoffs } = storage;
      const { sessionId } = await startChat(storage);
      const turn = nextTurn(sessionId, { at: 4000 });
      await conversations.acceptTurn(turn);
      const { replyId } = turn;
      await conversations.saveProgress([{ replyId, offset: 0, appended: "Before" }]);
      expect(await conversations.mayAct(replyId)).toBe(true);
      expect(await conversations.isStreaming(replyId)).toBe(true);

      const moved = await handoffs.move(takeOf(sessionId));

      expect(moved).toEqual({
        kind: "moved",
        holding: { holder: "person", operator: ada, epoch: 1, since: 5000 },
        ended: [replyId],
      });
      expect(await conversations.mayAct(replyId)).toBe(false);
      expect(await conversations.isStreaming(replyId)).toBe(false);
      const asks = [{ type: "question", id: "q", questions: [] }] as const;
      expect(
        await conversations.saveProgress([{ replyId, offset: 6, appended: " after", parts: asks }]),
      ).toEqual([{ replyId, why: "passed_over" }]);
      const end = endOf(replyId, { content: "Before after", parts: asks });
      expect(await conversations.endReply(end)).toMatchObject({
        holder: "person",
        operator: ada,
        since: 5000,
      });
      expect((await contentOf(conversations, sessionId))[1]).toEqual(["Hello", "agent", "stopped", "Before"]);
      expect(await conversations.findQuestion({ sessionId, questionId: "q" })).toBeUndefined();
    });

    test("a reply whose node was believed to be lost does not come back into a chat that was taken since", async () => {
      await using storage = await open();
      await putAgent(storage);
      const { conversations, handoffs } = storage;
      const { sessionId } = await startChat(storage);
      const turn = nextTurn(sessionId);
      await conversations.acceptTurn(turn);
      await conversations.markOrphans({ failure: "reply_cut", liveNodes: [] });
      await handoffs.move(takeOf(sessionId));
      await handoffs.move(returnOf(sessionId));

      expect(await conversations.endReply(endOf(turn.replyId, { content: "Late" }))).toBeDefined();
      expect((await contentOf(conversations, sessionId))[1]).toEqual(["Hello", "agent", "incomplete", ""]);
    });

    test("what the visitor says while a person holds the chat has no reply, and touches no budget", async () => {
      await using storage = await open();
      await putAgent(storage);
      const { conversations, handoffs } = storage;
      const { sessionId } = await startChat(storage);
      await handoffs.move(takeOf(sessionId));
      const budget = { keyId: "shop1", dailyTokens: 1, replyTokens: 900 };
      const turn = nextTurn(sessionId, {
        budget,
        keyId: "shop1",
        messages: [sampleMessage("Are you there?")],
      });

      expect(await conversations.acceptTurn(turn)).toEqual({
        kind: "accepted",
        epoch: 1,
        turn: 2,
        unanswered: { holder: "person", operator: ada, epoch: 1, since: 5000 },
      });
      expect(await conversations.openReplies(sessionId)).toEqual([]);
      expect(await conversations.mayAct(turn.replyId)).toBe(false);
      expect((await contentOf(conversations, sessionId))[1]).toEqual([
        "Are you there?",
        "nobody",
        "complete",
        "",
      ]);
      const other = firstTurn({ budget: { ...budget, dailyTokens: 900 } });
      expect(await conversations.acceptTurn(other)).toMatchObject({ kind: "accepted" });
    });

    test.each([
      [true, "nobody"],
      [false, "agent"],
    ] as const)(
      "while a chat waits, the agent answers unless it is to be quiet: %s",
      async (isQuiet, author) => {
        await using storage = await open();
        await putAgent(storage);
        const { sessionId } = await startChat(storage);
        const { operator: _operator, ...waits } = takeOf(sessionId, {
          to: "waiting",
          event: { id: randomUUID(), type: "waiting" },
        });
        await storage.handoffs.move(waits);
        await storage.conversations.acceptTurn(nextTurn(sessionId, { isQuietWhileWaiting: isQuiet }));
        expect((await contentOf(storage.conversations, sessionId))[1]?.[1]).toBe(author);
      },
    );

    test("a person's message is a turn without a question, and comes with the move in one order", async () => {
      await using storage = await open();
      await putAgent(storage);
      const { conversations, handoffs } = storage;
      const { sessionId } = await startChat(storage);
      const running = nextTurn(sessionId);
      await conversations.acceptTurn(running);
      await conversations.saveProgress([{ replyId: running.replyId, offset: 0, appended: "Half" }]);

      const taken = await handoffs.move(takeOf(sessionId, { message: saying("I am here.") }));
      expect(taken).toMatchObject({ kind: "moved", turn: 3 });
      const said = saying("Still here.");
      const more = { sessionId, expected: 1, at: 5001, operator: ada, message: said };
      expect(await handoffs.say(more)).toMatchObject({ kind: "moved", turn: 4 });
      const other = { ...more, operator: { id: "opr_bob", name: "Bob" }, message: saying("Me too.") };
      expect(await handoffs.say(other)).toEqual({ kind: "moved_meanwhile" });
      expect(await handoffs.say({ ...more, message: saying("No."), expected: 0 })).toEqual({
        kind: "moved_meanwhile",
      });

      expect(await contentOf(conversations, sessionId)).toEqual([
        ["Hello", "agent", "complete", "Good day."],
        ["Hello", "agent", "stopped", "Half"],
        ["", "person", "complete", "I am here."],
        ["", "person", "complete", "Still here."],
      ]);
      const followed = await handoffs.follow({ sessionId, turn: 2, epoch: 0 });
      expect(followed).toMatchObject({
        position: { turn: 4, epoch: 1 },
        events: [{ type: "joined", turn: 2, epoch: 1, after: running.replyId.replace("rep_", "msg_") }],
        turns: [
          { turn: 3, author: "person", name: "Ada", text: "I am here." },
          { turn: 4, author: "person", text: "Still here." },
        ],
      });
      const behind = await handoffs.findPosition({ sessionId, id: said.replyId.replace("rep_", "") });
      expect(behind).toEqual({ turn: 4, epoch: 1 });
      expect(
        await handoffs.findPosition({ sessionId: "ses_other", id: said.replyId.slice(4) }),
      ).toBeUndefined();
    });

    test("of two who move a chat at the same time one does, and the other learns of it", async () => {
      await using storage = await open();
      await putAgent(storage);
      const { sessionId } = await startChat(storage);
      const bob = { id: "opr_bob", name: "Bob" };
      const results = await Promise.all(
        [ada, bob].map((operator) => storage.handoffs.move(takeOf(sessionId, { operator }))),
      );
      expect(results.map(({ kind }) => kind).toSorted()).toEqual(["moved", "moved_meanwhile"]);
      expect(await storage.handoffs.listEvents(sessionId)).toHaveLength(1);
    });

    test("a message under an idempotency key is said once", async () => {
      await using storage = await open();
      await putAgent(storage);
      const { sessionId } = await startChat(storage);
      const idempotency = { key: "once", bodyHash: "b", expiresAt: 99_000 };
      const message = { ...saying("Once."), idempotency };
      await storage.handoffs.move(takeOf(sessionId, { message }));
      const again = { ...saying("Once."), idempotency };
      const query = { sessionId, expected: 1, at: 5001, operator: ada };
      expect(await storage.handoffs.say({ ...query, message: again })).toEqual({
        kind: "idempotency_key_taken",
      });
      expect(await storage.handoffs.findSaid({ agentId: "guide", key: "once", now: 5001 })).toEqual({
        bodyHash: "b",
        sessionId,
        replyId: message.replyId,
      });
      expect(await storage.handoffs.findSaid({ agentId: "guide", key: "once", now: 99_000 })).toBeUndefined();
      expect(await contentOf(storage.conversations, sessionId)).toHaveLength(2);
    });
  });
}
