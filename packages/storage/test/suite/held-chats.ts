import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { ada, returnOf, saying, takeOf } from "./handoff-samples.ts";
import { sampleAudit } from "./operator-samples.ts";
import { nextTurn, putAgent, startChat, type OpenStorage } from "./samples.ts";
import { everything } from "./written-chats.ts";

/** Chats in which a person takes part, as operators see them, and what is left of them. */
export function heldChatPromises(driver: string, open: OpenStorage): void {
  describe(`${driver}: chats in hand`, () => {
    test("a move writes its lines of the audit log, and one that is not made writes nothing", async () => {
      await using storage = await open();
      await putAgent(storage);
      const { sessionId } = await startChat(storage);
      const audit = [sampleAudit({ what: "chat.take", on: { kind: "chat", id: sessionId } })];
      await storage.handoffs.move(takeOf(sessionId, { audit }));
      await storage.handoffs.move(takeOf(sessionId, { audit: [sampleAudit({ what: "chat.take" })] }));
      const { items } = await storage.audit.list({ limit: 9 });
      expect(items.filter(({ what }) => what === "chat.take")).toHaveLength(1);
    });

    test("operators see who holds a chat, why, and the notes, which are found by no search", async () => {
      await using storage = await open();
      await putAgent(storage);
      const { handoffs, chatIndex } = storage;
      const { sessionId } = await startChat(storage);
      const facts = {
        by: "visitor",
        reason: "A refund",
        summary: null,
        email: "v@example.com",
        since: 4000,
      } as const;
      const { operator: _operator, ...waits } = takeOf(sessionId, {
        to: "waiting",
        at: 4000,
        event: { id: randomUUID(), type: "waiting" },
        handoff: { ...facts, keyId: "shop1" },
      });
      await handoffs.move(waits);
      const { handoff: _handoff, ...take } = takeOf(sessionId, { expected: 1, message: saying("Marzipan") });
      await handoffs.move(take);
      const note = { id: "note_1", sessionId, at: 5001, text: "Pistachio", operator: ada };
      expect(await handoffs.addNote(note)).toBe(true);
      expect(await handoffs.addNote({ ...note, id: "note_2", sessionId: "ses_none" })).toBe(false);

      const scope = everything;
      const mine = await chatIndex.list({ scope, operatorId: ada.id, limit: 9 });
      expect(mine.items).toMatchObject([
        {
          id: sessionId,
          holder: "person",
          operator: ada,
          epoch: 2,
          handoff: facts,
          outcome: "handed_over",
          messages: 3,
          last: "Marzipan",
        },
      ]);
      expect((await chatIndex.list({ scope, operatorId: "opr_bob", limit: 9 })).items).toEqual([]);
      expect((await chatIndex.list({ scope, holder: "person", limit: 9 })).items).toHaveLength(1);
      expect((await chatIndex.list({ scope, text: "marzipan", limit: 9 })).items).toHaveLength(1);
      expect((await chatIndex.list({ scope, text: "pistachio", limit: 9 })).items).toEqual([]);

      const texts: string[] = [];
      for (let after: string | undefined; ;) {
        const page = await chatIndex.read({ scope, id: sessionId, limit: 1, ...(after && { after }) });
        texts.push(
          ...(page?.entries ?? []).map((entry) =>
            entry.role === "event" ? entry.event : `${entry.role}: ${entry.text}`,
          ),
        );
        if (!page?.next) break;
        after = page.next;
      }
      expect(texts).toEqual([
        "user: Hello",
        "assistant: Good day.",
        "waiting",
        "joined",
        "person: Marzipan",
        "note: Pistachio",
      ]);
      const { total } = await chatIndex.usage({ scope, from: 0, to: 3_600_000, by: "hour" });
      expect(total.messages).toEqual({ visitor: 1, agent: 1, person: 1 });
    });

    test("somebody who asks for a person first has a chat without a message, which operators see", async () => {
      await using storage = await open();
      await putAgent(storage);
      const opened = { id: "ses_new", agentId: "guide", tokenHash: "hash", at: 3000 };
      expect(await storage.handoffs.openSession(opened)).toBe(true);
      expect(
        await storage.handoffs.openSession({ ...opened, id: "ses_x", tokenHash: "x", agentId: "none" }),
      ).toBe(false);
      await storage.handoffs.keepRequest({
        sessionId: "ses_new",
        by: "visitor",
        reason: null,
        summary: null,
        email: "v@example.com",
        since: 3000,
        keyId: "shop1",
      });
      const { items } = await storage.chatIndex.list({ scope: everything, limit: 9 });
      expect(items).toMatchObject([
        { id: "ses_new", keyId: "shop1", messages: 0, holder: "agent", handoff: { email: "v@example.com" } },
      ]);
    });

    test("a lost reply that was asking for a person is found, until somebody was asked for it", async () => {
      await using storage = await open();
      await putAgent(storage);
      const { conversations, handoffs } = storage;
      const asking = async (status: "running" | "succeeded", node: string) => {
        const { sessionId } = await startChat(storage);
        const turn = nextTurn(sessionId, { keyId: "shop1", node });
        await conversations.acceptTurn(turn);
        const tool = { type: "tool", id: "tool_1", name: "HandOver", title: "Asking", status } as const;
        await conversations.saveProgress([{ replyId: turn.replyId, offset: 0, appended: "", parts: [tool] }]);
        return sessionId;
      };
      const lost = await asking("running", "lost");
      await asking("succeeded", "lost");
      await asking("running", "self");
      const query = { tool: "HandOver", liveNodes: ["self"] };
      expect(await handoffs.findUnheard(query)).toEqual([
        { sessionId: lost, agentId: "guide", keyId: "shop1" },
      ]);
      expect(await handoffs.findUnheard({ ...query, tool: "Other" })).toEqual([]);
      await handoffs.keepRequest({
        sessionId: lost,
        by: "agent",
        reason: "other",
        summary: null,
        email: null,
        since: 2000,
      });
      expect(await handoffs.findUnheard(query)).toEqual([]);
    });

    test("chats in hand are listed, and marks tell whether something has happened", async () => {
      await using storage = await open();
      await putAgent(storage);
      const { handoffs } = storage;
      const { sessionId } = await startChat(storage);
      const { sessionId: other } = await startChat(storage);
      await handoffs.move(takeOf(sessionId));
      expect(await handoffs.listInHand()).toEqual([
        {
          sessionId,
          agentId: "guide",
          holder: "person",
          operator: ada,
          epoch: 1,
          since: 5000,
          personAt: 5000,
          isSnoozed: false,
        },
      ]);
      const marks = await handoffs.headsOf([sessionId, other, "ses_none"]);
      expect(marks.toSorted((one, next) => next.epoch - one.epoch)).toEqual([
        { sessionId, tokenHash: `hash of ${sessionId}`, turn: 1, epoch: 1, takenEpoch: 1 },
        { sessionId: other, tokenHash: `hash of ${other}`, turn: 1, epoch: 0, takenEpoch: 0 },
      ]);
    });

    test("a chat that is closed is over at once, until the visitor says something", async () => {
      await using storage = await open();
      await putAgent(storage);
      const { sessionId } = await startChat(storage, { at: Date.now() });
      const { operator: _operator, ...waits } = takeOf(sessionId, {
        to: "waiting",
        event: { id: randomUUID(), type: "waiting" },
      });
      await storage.handoffs.move(waits);
      const outcome = async () =>
        (await storage.chatIndex.find({ scope: everything, id: sessionId }))?.outcome;
      expect(await outcome()).toBe("open");
      await storage.handoffs.move(returnOf(sessionId, { event: { id: randomUUID(), type: "closed" } }));
      expect(await outcome()).toBe("assumed");
      const again = nextTurn(sessionId, { at: Date.now() });
      await storage.conversations.acceptTurn(again);
      expect(await outcome()).toBe("open");
    });

    test("nothing can be moved or said in a chat that was erased, and nothing of it is left", async () => {
      await using storage = await open();
      await putAgent(storage);
      const { sessionId } = await startChat(storage);
      await storage.handoffs.move(takeOf(sessionId, { message: saying("Here.") }));
      await storage.conversations.erase(sessionId);
      expect(await storage.handoffs.move(takeOf(sessionId, { expected: 1 }))).toEqual({
        kind: "session_erased",
      });
      const late = { sessionId, expected: 1, at: 6000, operator: ada, message: saying("Late.") };
      expect(await storage.handoffs.say(late)).toEqual({ kind: "session_erased" });
      expect(await storage.handoffs.listEvents(sessionId)).toEqual([]);
      expect(await storage.handoffs.follow({ sessionId, turn: 0, epoch: 0 })).toBeUndefined();
      expect(await storage.handoffs.find(sessionId)).toBeUndefined();
    });
  });
}
