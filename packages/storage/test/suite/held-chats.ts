import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { ada, returnOf, saying, takeOf } from "./handover-samples.ts";
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
      await storage.handovers.move(takeOf(sessionId, { audit }));
      await storage.handovers.move(takeOf(sessionId, { audit: [sampleAudit({ what: "chat.take" })] }));
      const { items } = await storage.audit.list({ limit: 9 });
      expect(items.filter(({ what }) => what === "chat.take")).toHaveLength(1);
    });

    test("operators see who holds a chat, why, and the notes, which are found by no search", async () => {
      await using storage = await open();
      await putAgent(storage);
      const { handovers, chats } = storage;
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
      await handovers.move(waits);
      const { handoff: _handoff, ...take } = takeOf(sessionId, { expected: 1, message: saying("Marzipan") });
      await handovers.move(take);
      const note = { id: "note_1", sessionId, at: 5001, text: "Pistachio", operator: ada };
      expect(await handovers.addNote(note)).toBe(true);
      expect(await handovers.addNote({ ...note, id: "note_2", sessionId: "ses_none" })).toBe(false);

      const scope = everything;
      const mine = await chats.list({ scope, operatorId: ada.id, limit: 9 });
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
      expect((await chats.list({ scope, operatorId: "opr_bob", limit: 9 })).items).toEqual([]);
      expect((await chats.list({ scope, holder: "person", limit: 9 })).items).toHaveLength(1);
      expect((await chats.list({ scope, text: "marzipan", limit: 9 })).items).toHaveLength(1);
      expect((await chats.list({ scope, text: "pistachio", limit: 9 })).items).toEqual([]);

      const texts: string[] = [];
      for (let after: string | undefined; ;) {
        const page = await chats.read({ scope, id: sessionId, limit: 1, ...(after && { after }) });
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
      const { total } = await chats.usage({ scope, from: 0, to: 3_600_000, by: "hour" });
      expect(total.messages).toEqual({ visitor: 1, agent: 1, person: 1 });
    });

    test("somebody who asks for a person first has a chat without a message, which operators see", async () => {
      await using storage = await open();
      await putAgent(storage);
      const opened = { id: "ses_new", agentId: "guide", tokenHash: "hash", at: 3000 };
      expect(await storage.handovers.openSession(opened)).toBe(true);
      expect(
        await storage.handovers.openSession({ ...opened, id: "ses_x", tokenHash: "x", agentId: "none" }),
      ).toBe(false);
      await storage.handovers.keepRequest({
        sessionId: "ses_new",
        by: "visitor",
        reason: null,
        summary: null,
        email: "v@example.com",
        since: 3000,
        keyId: "shop1",
      });
      const { items } = await storage.chats.list({ scope: everything, limit: 9 });
      expect(items).toMatchObject([
        { id: "ses_new", keyId: "shop1", messages: 0, holder: "agent", handoff: { email: "v@example.com" } },
      ]);
    });

    test("a lost reply that was asking for a person is found, until somebody was asked for it", async () => {
      await using storage = await open();
      await putAgent(storage);
      const { conversations, handovers } = storage;
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
      expect(await handovers.findUnheard(query)).toEqual([
        { sessionId: lost, agentId: "guide", keyId: "shop1" },
      ]);
      expect(await handovers.findUnheard({ ...query, tool: "Other" })).toEqual([]);
      await handovers.keepRequest({
        sessionId: lost,
        by: "agent",
        reason: "other",
        summary: null,
        email: null,
        since: 2000,
      });
      expect(await handovers.findUnheard(query)).toEqual([]);
    });

    test("chats in hand are listed, and marks tell whether something has happened", async () => {
      await using storage = await open();
      await putAgent(storage);
      const { handovers } = storage;
      const { sessionId } = await startChat(storage);
      const { sessionId: other } = await startChat(storage);
      await handovers.move(takeOf(sessionId));
      expect(await handovers.listInHand()).toEqual([
        {
          sessionId,
          agentId: "guide",
          holder: "person",
          operator: ada,
          epoch: 1,
          since: 5000,
          personAt: 5000,
        },
      ]);
      const marks = await handovers.headsOf([sessionId, other, "ses_none"]);
      expect(marks.toSorted((one, next) => next.epoch - one.epoch)).toEqual([
        { sessionId, turn: 1, epoch: 1, takenEpoch: 1 },
        { sessionId: other, turn: 1, epoch: 0, takenEpoch: 0 },
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
      await storage.handovers.move(waits);
      const outcome = async () => (await storage.chats.find({ scope: everything, id: sessionId }))?.outcome;
      expect(await outcome()).toBe("open");
      await storage.handovers.move(returnOf(sessionId, { event: { id: randomUUID(), type: "closed" } }));
      expect(await outcome()).toBe("assumed");
      const again = nextTurn(sessionId, { at: Date.now() });
      await storage.conversations.acceptTurn(again);
      expect(await outcome()).toBe("open");
    });

    test("nothing can be moved or said in a chat that was erased, and nothing of it is left", async () => {
      await using storage = await open();
      await putAgent(storage);
      const { sessionId } = await startChat(storage);
      await storage.handovers.move(takeOf(sessionId, { message: saying("Here.") }));
      await storage.conversations.erase(sessionId);
      expect(await storage.handovers.move(takeOf(sessionId, { expected: 1 }))).toEqual({
        kind: "session_erased",
      });
      const late = { sessionId, expected: 1, at: 6000, operator: ada, message: saying("Late.") };
      expect(await storage.handovers.say(late)).toEqual({ kind: "session_erased" });
      expect(await storage.handovers.listEvents(sessionId)).toEqual([]);
      expect(await storage.handovers.follow({ sessionId, turn: 0, epoch: 0 })).toBeUndefined();
      expect(await storage.handovers.find(sessionId)).toBeUndefined();
    });
  });
}
