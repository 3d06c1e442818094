import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { ada, contentOf, returnOf, saying, takeOf } from "./handoff-samples.ts";
import {
  endOf,
  firstTurn,
  newId,
  nextTurn,
  putAgent,
  sampleMessage,
  startChat,
  type OpenStorage,
} from "./samples.ts";
import { everything } from "./written-chats.ts";

/** The agent gets a chat back that a person held: what it answers then, and what stays the person's. */
export function returnedChatPromises(driver: string, open: OpenStorage): void {
  describe(`${driver}: a chat that goes back to the agent`, () => {
    test("when the agent gets the chat back, it answers what the visitor said last and nobody answered", async () => {
      await using storage = await open();
      await putAgent(storage);
      const { conversations, handoffs } = storage;
      const { sessionId } = await startChat(storage);
      await handoffs.move(takeOf(sessionId, { message: saying("Yes?") }));
      const asked = nextTurn(sessionId, { keyId: "shop1", messages: [sampleMessage("And now?")] });
      await conversations.acceptTurn(asked);
      const answer = { replyId: newId("rep"), node: "self" };

      const moved = await handoffs.move(returnOf(sessionId, { answer }));
      expect(moved).toMatchObject({ kind: "moved", answer: { turn: 3, keyId: "shop1" } });

      // A writer that still has the former reply writes to nothing.
      expect(await conversations.endReply(endOf(asked.replyId, { content: "Late" }))).toBe("gone");
      await conversations.endReply(endOf(answer.replyId, { content: "Now." }));
      expect(await contentOf(conversations, sessionId)).toEqual([
        ["Hello", "agent", "complete", "Good day."],
        ["", "person", "complete", "Yes?"],
        ["And now?", "agent", "complete", "Now."],
      ]);
      expect(await handoffs.find(sessionId)).toMatchObject({ holder: "agent", epoch: 2, returnedTurn: 2 });
      const entries = (await storage.chatIndex.read({ scope: everything, id: sessionId, limit: 99 }))
        ?.entries;
      expect(entries?.map((entry) => (entry.role === "event" ? entry.event : entry.text))).toEqual([
        "Hello",
        "Good day.",
        "joined",
        "Yes?",
        "And now?",
        "handed_back",
        "Now.",
      ]);
    });

    test("what happened before a reply said its first word stays in its order when the reply turns out to be none", async () => {
      await using storage = await open();
      await putAgent(storage);
      const { conversations, handoffs, chatIndex } = storage;
      const { sessionId } = await startChat(storage);
      const message = sampleMessage("A person, please");
      await conversations.acceptTurn(nextTurn(sessionId, { messages: [message] }));
      const { operator: _operator, ...waits } = takeOf(sessionId, { to: "waiting" });
      await handoffs.move({ ...waits, event: { id: randomUUID(), type: "waiting" } });
      const note = { id: newId("note"), sessionId, at: 5001, text: "Looks angry", operator: ada };
      await handoffs.addNote(note);
      await handoffs.move(takeOf(sessionId, { expected: 1 }));
      const answer = { replyId: newId("rep"), node: "self" };
      await handoffs.move(returnOf(sessionId, { expected: 2, answer }));
      await handoffs.move({ ...waits, expected: 3, event: { id: randomUUID(), type: "waiting" } });
      await handoffs.move(takeOf(sessionId, { expected: 4 }));
      const again = { replyId: newId("rep"), node: "self" };
      await handoffs.move(returnOf(sessionId, { expected: 5, answer: again }));
      await conversations.endReply(endOf(again.replyId, { content: "Here." }));

      const entries = (await chatIndex.read({ scope: everything, id: sessionId, limit: 99 }))?.entries;
      expect(entries?.slice(2).map((entry) => (entry.role === "event" ? entry.event : entry.text))).toEqual([
        "A person, please",
        "waiting",
        "Looks angry",
        "joined",
        "handed_back",
        "waiting",
        "joined",
        "handed_back",
        "Here.",
      ]);
      const after = (await handoffs.listEvents(sessionId)).map((event) => event.after);
      expect(new Set(after)).toEqual(new Set([message.id]));
    });

    test("where the last word was the person's, the agent that gets the chat back says nothing", async () => {
      await using storage = await open();
      await putAgent(storage);
      const { sessionId } = await startChat(storage);
      await storage.handoffs.move(takeOf(sessionId, { message: saying("All done.") }));
      const answer = { replyId: newId("rep"), node: "self" };
      const moved = await storage.handoffs.move(returnOf(sessionId, { answer }));
      expect(moved).not.toHaveProperty("answer");
      expect(await storage.conversations.openReplies(sessionId)).toEqual([]);
    });

    test("replies that had not begun when a person came leave their messages for the person", async () => {
      await using storage = await open();
      await putAgent(storage);
      const { conversations } = storage;
      const { sessionId } = await startChat(storage);
      const turns = ["One", "Two"].map((text) =>
        nextTurn(sessionId, {
          keyId: "shop1",
          messages: [sampleMessage(text)],
          idempotency: keyOf(text),
        }),
      );
      for (const turn of turns) await conversations.acceptTurn(turn);
      const answer = { replyId: newId("rep"), node: "self" };
      await storage.handoffs.move(takeOf(sessionId));
      const moved = await storage.handoffs.move(returnOf(sessionId, { answer }));
      expect(moved).toMatchObject({ kind: "moved", answer: { turn: 3, keyId: "shop1" } });
      expect((await contentOf(conversations, sessionId)).slice(1)).toEqual([
        ["One", "nobody", "complete", ""],
        ["Two", "agent", "streaming", ""],
      ]);
      // The key still has the reply of which its session's token may be made; the turn has the new one.
      const { agentId, key } = keyOf("Two");
      const kept = await conversations.findIdempotentTurn({ agentId, key, now: 1000 });
      expect(kept).toMatchObject({ sessionId, turn: 3, replyId: turns[1]?.replyId });
      expect(await conversations.findReplyTo({ sessionId, turn: 3 })).toMatchObject({
        id: answer.replyId,
        status: "streaming",
      });

      // Nor had the answer itself begun when a person came again.
      await storage.handoffs.move(takeOf(sessionId, { expected: 2 }));
      const again = { expected: 3, answer: { replyId: newId("rep"), node: "self" } };
      expect(await storage.handoffs.move(returnOf(sessionId, again))).toMatchObject({
        answer: { turn: 3, keyId: "shop1" },
      });
    });

    test("what the agent answers then is paid from the budget of the key by which it was asked, once", async () => {
      await using storage = await open();
      await putAgent(storage);
      const { conversations, handoffs, budgets } = storage;
      const { sessionId } = await startChat(storage);
      await handoffs.move(takeOf(sessionId));
      await conversations.acceptTurn(nextTurn(sessionId, { keyId: "shop1" }));
      expect(await budgets.usedOn(5000)).toEqual([]);
      const answer = { replyId: newId("rep"), node: "self", budget: { dailyTokens: 100, replyTokens: 30 } };
      await handoffs.move(returnOf(sessionId, { answer }));
      expect(await budgets.usedOn(5000)).toEqual([{ keyId: "shop1", used: 0, reserved: 30 }]);
      for (let again = 0; again < 2; again++)
        await conversations.endReply(endOf(answer.replyId, { spentTokens: 12 }));
      expect(await budgets.usedOn(5000)).toEqual([{ keyId: "shop1", used: 12, reserved: 0 }]);
    });

    test("where the budget leaves nothing, the agent gets the chat back and the message stays unanswered", async () => {
      await using storage = await open();
      await putAgent(storage);
      const { conversations, handoffs, budgets } = storage;
      const budget = { dailyTokens: 20, replyTokens: 30 };
      const other = firstTurn({ budget: { ...budget, keyId: "shop1" }, at: 4000 });
      await conversations.acceptTurn(other);
      const { sessionId } = await startChat(storage);
      await handoffs.move(takeOf(sessionId));
      const idempotency = keyOf("Hello");
      const asked = nextTurn(sessionId, { keyId: "shop1", idempotency });
      await conversations.acceptTurn(asked);

      const answer = { replyId: newId("rep"), node: "self", budget };
      const moved = await handoffs.move(returnOf(sessionId, { answer }));
      expect(moved).toMatchObject({ kind: "moved", holding: { holder: "agent" } });
      expect(moved).not.toHaveProperty("answer");
      expect((await contentOf(conversations, sessionId))[1]).toEqual(["Hello", "nobody", "complete", ""]);
      expect(await conversations.findIdempotentTurn({ ...idempotency, now: 1000 })).toMatchObject({
        replyId: asked.replyId,
      });
      expect(await handoffs.find(sessionId)).toMatchObject({ returnedTurn: 2 });
      expect(await budgets.usedOn(5000)).toEqual([{ keyId: "shop1", used: 0, reserved: 30 }]);
    });

    test("a chat that was to go back for its person's silence stays once the person has written", async () => {
      await using storage = await open();
      await putAgent(storage);
      const { handoffs } = storage;
      const { sessionId } = await startChat(storage);
      await handoffs.move(takeOf(sessionId));
      const said = { sessionId, expected: 1, operator: ada, message: saying("One moment.") };
      await handoffs.say({ ...said, at: 6000 });

      const silent = { event: { id: randomUUID(), type: "silent" } } as const;
      expect(await handoffs.move(returnOf(sessionId, { ...silent, expectedPersonAt: 5000 }))).toEqual({
        kind: "moved_meanwhile",
      });
      expect(await handoffs.find(sessionId)).toMatchObject({ holder: "person", personAt: 6000 });
      expect(await handoffs.move(returnOf(sessionId, { ...silent, expectedPersonAt: 6000 }))).toMatchObject({
        kind: "moved",
      });
    });
  });
}

function keyOf(key: string) {
  return { agentId: "guide", key, bodyHash: "b", expiresAt: 99_000 };
}
