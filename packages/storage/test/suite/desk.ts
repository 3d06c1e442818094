import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { Storage } from "../../src/index.ts";
import { takeOf } from "./handoff-samples.ts";
import { putOperator, sampleAudit } from "./operator-samples.ts";
import { nextTurn, putAgent, sampleMessage, startChat, type OpenStorage } from "./samples.ts";
import { everything } from "./written-chats.ts";

const hour = 3_600_000;

/** Tags of chats, chats that are set aside, and what each operator has seen. */
export function deskPromises(driver: string, open: OpenStorage): void {
  const scope = everything;
  const listed = async (storage: Storage, filter: object) =>
    (await storage.chatIndex.list({ scope, limit: 9, ...filter })).items;
  const ids = async (storage: Storage, filter: object) =>
    (await listed(storage, filter)).map(({ id }) => id).toSorted();

  describe(`${driver}: tags of chats`, () => {
    test("are added and removed, told in order, found by a filter, and counted within the scope", async () => {
      await using storage = await open();
      await putAgent(storage);
      await putAgent(storage, "other");
      const { sessionId: one } = await startChat(storage);
      const { sessionId: two } = await startChat(storage, {
        session: { id: "ses_other", agentId: "other", tokenHash: "hash" },
      });
      const { chatDesk, chatIndex } = storage;
      const before = await chatIndex.newestRevision();
      const audit = sampleAudit({ what: "chat.tag" });
      expect(await chatDesk.tag({ sessionId: one, add: ["refund", "Bulk", "a'b%"], remove: [], audit })).toBe(
        "tagged",
      );
      await chatDesk.tag({ sessionId: two, add: ["refund"], remove: ["absent"] });
      expect(await chatIndex.newestRevision()).toBeGreaterThan(before);
      expect((await chatIndex.find({ scope, id: one }))?.tags).toEqual(["a'b%", "Bulk", "refund"]);
      expect(await ids(storage, { tag: "refund" })).toEqual([one, two].toSorted());
      expect(await ids(storage, { tag: "a'b%" })).toEqual([one]);
      expect(await ids(storage, { tag: "ref" })).toEqual([]);
      expect(await chatDesk.tags({ scope, limit: 2 })).toEqual([
        { tag: "refund", chats: 2 },
        expect.objectContaining({ chats: 1 }),
      ]);
      expect(await chatDesk.tags({ scope: { agents: ["other"] }, limit: 9 })).toEqual([
        { tag: "refund", chats: 1 },
      ]);
      // What is there already is no change, and leaves no line.
      await chatDesk.tag({ sessionId: one, add: ["refund"], remove: ["absent"], audit });
      await chatDesk.tag({ sessionId: one, add: [], remove: ["Bulk"] });
      expect((await chatIndex.find({ scope, id: one }))?.tags).toEqual(["a'b%", "refund"]);
      const { items } = await storage.audit.list({ limit: 9 });
      expect(items.filter(({ what }) => what === "chat.tag")).toHaveLength(1);
      expect(await chatDesk.tag({ sessionId: "ses_none", add: ["x"], remove: [] })).toBe("chat_not_found");
    });

    test("are at most twenty, and those of an erased chat are gone", async () => {
      await using storage = await open();
      await putAgent(storage);
      const { sessionId } = await startChat(storage);
      const { chatDesk } = storage;
      const many = Array.from({ length: 20 }, (_, index) => `tag ${index}`);
      await chatDesk.tag({ sessionId, add: many, remove: [] });
      expect(await chatDesk.tag({ sessionId, add: ["one more"], remove: [] })).toBe("full");
      expect(await chatDesk.tag({ sessionId, add: ["one more"], remove: ["tag 0"] })).toBe("tagged");
      await storage.conversations.erase(sessionId);
      expect(await chatDesk.tags({ scope, limit: 9 })).toEqual([]);
    });
  });

  describe(`${driver}: chats that are set aside`, () => {
    test("leave the lists and counts until their time, or until they are taken back", async () => {
      await using storage = await open();
      await putAgent(storage);
      const { sessionId } = await startChat(storage);
      await storage.handoffs.move(takeOf(sessionId));
      const { chatDesk, handoffs } = storage;
      const until = Date.now() + hour;
      expect(await chatDesk.snooze({ sessionId, until, audit: sampleAudit({ what: "chat.snooze" }) })).toBe(
        true,
      );
      expect(await ids(storage, { holder: "person", snoozed: false })).toEqual([]);
      expect(await listed(storage, { snoozed: true })).toMatchObject([
        { id: sessionId, snoozedUntil: until },
      ]);
      expect(await handoffs.listInHand()).toMatchObject([{ sessionId, isSnoozed: true }]);
      await chatDesk.snooze({ sessionId, until: null });
      expect(await ids(storage, { holder: "person", snoozed: false })).toEqual([sessionId]);
      expect(await handoffs.listInHand()).toMatchObject([{ sessionId, isSnoozed: false }]);
      await chatDesk.snooze({ sessionId, until: Date.now() - 1 });
      expect(await listed(storage, { snoozed: false })).toMatchObject([
        { id: sessionId, snoozedUntil: null },
      ]);
      expect(await chatDesk.snooze({ sessionId: "ses_none", until })).toBe(false);
    });

    test("come back at once when the visitor writes, and when they move to another holder", async () => {
      await using storage = await open();
      await putAgent(storage);
      const { sessionId } = await startChat(storage);
      await storage.handoffs.move(takeOf(sessionId));
      const { chatDesk, conversations, handoffs } = storage;
      await chatDesk.snooze({ sessionId, until: Date.now() + hour });
      await conversations.acceptTurn(nextTurn(sessionId, { messages: [sampleMessage("And now?")] }));
      expect(await ids(storage, { snoozed: false })).toEqual([sessionId]);
      // What was written before it is set aside again does not bring it back.
      await chatDesk.snooze({ sessionId, until: Date.now() + hour });
      expect(await ids(storage, { snoozed: true })).toEqual([sessionId]);
      await handoffs.move(
        takeOf(sessionId, { expected: 1, event: { id: randomUUID(), type: "assigned", name: "Bo" } }),
      );
      expect(await ids(storage, { snoozed: true })).toEqual([]);
    });

    test("are back at once if the visitor has written something that the operator has not seen", async () => {
      await using storage = await open();
      await putAgent(storage);
      const seen = sampleMessage("Hello");
      const { sessionId } = await startChat(storage, { messages: [seen] });
      const newer = sampleMessage("And?");
      await storage.conversations.acceptTurn(nextTurn(sessionId, { messages: [newer] }));
      const until = Date.now() + hour;
      await storage.chatDesk.snooze({ sessionId, until, seen: seen.id });
      expect(await ids(storage, { snoozed: true })).toEqual([]);
      await storage.chatDesk.snooze({ sessionId, until, seen: newer.id });
      expect(await ids(storage, { snoozed: true })).toEqual([sessionId]);
    });

    test("alert nobody while they are set aside", async () => {
      await using storage = await open();
      await putAgent(storage);
      const { sessionId } = await startChat(storage);
      const { operator: _operator, ...waits } = takeOf(sessionId, {
        to: "waiting",
        event: { id: randomUUID(), type: "waiting" },
      });
      await storage.handoffs.move(waits);
      const until = Date.now() + hour;
      await storage.chatDesk.snooze({ sessionId, until });
      const query = { missedSince: 0, addressSince: 0 };
      expect(await storage.alerts.waiting({ ...query, now: until - 1 })).toEqual([]);
      expect(await storage.alerts.waiting({ ...query, now: until })).toMatchObject([{ sessionId }]);
    });

    test("do not count among the addresses that wait for an answer", async () => {
      await using storage = await open();
      await putAgent(storage);
      const { sessionId } = await startChat(storage);
      const asked = { by: "visitor", reason: null, summary: null, email: "ada@home.example" } as const;
      await storage.handoffs.keepRequest({ sessionId, ...asked, since: 1e13 });
      const left = { email: asked.email, language: null, page: null, at: 1e13 };
      await storage.visitorMail.saveAddress({ sessionId, ...left });
      expect(await ids(storage, { address: "unanswered" })).toEqual([sessionId]);
      await storage.chatDesk.snooze({ sessionId, until: Date.now() + hour });
      expect(await storage.chatIndex.countAddresses()).toEqual([]);
      expect(await ids(storage, { address: "unanswered", snoozed: false })).toEqual([]);
    });
  });

  describe(`${driver}: unread chats`, () => {
    test("are unread for each person until they have seen the visitor's newest message", async () => {
      await using storage = await open();
      await putAgent(storage);
      for (const id of ["opr_ada", "opr_bo"]) await putOperator(storage, { id, name: id });
      const first = sampleMessage("Hello");
      const { sessionId } = await startChat(storage, { messages: [first], at: Date.now() });
      const unreadFor = async (reader?: string) =>
        (await listed(storage, reader === undefined ? {} : { reader })).map(({ isUnread }) => isUnread);
      const see = (operatorId: string, messageId: string) =>
        storage.chatDesk.see({ sessionId, operatorId, messageId, at: Date.now() });
      expect([await unreadFor("opr_ada"), await unreadFor()]).toEqual([[true], [false]]);
      expect(await see("opr_ada", first.id)).toBe(true);
      expect([await unreadFor("opr_ada"), await unreadFor("opr_bo")]).toEqual([[false], [true]]);
      const second = sampleMessage("And?");
      await storage.conversations.acceptTurn(nextTurn(sessionId, { messages: [second], at: Date.now() }));
      expect(await unreadFor("opr_ada")).toEqual([true]);
      await see("opr_ada", second.id);
      // Another tab that is behind takes nothing back.
      await see("opr_ada", first.id);
      expect(await unreadFor("opr_ada")).toEqual([false]);
      expect((await storage.chatIndex.find({ scope, id: sessionId, reader: "opr_bo" }))?.isUnread).toBe(true);
      expect(await see("opr_ada", "msg_none")).toBe(false);
    });

    test("are read for everybody after thirty days, and so nothing is kept longer of what somebody has seen", async () => {
      await using storage = await open();
      await putAgent(storage);
      await putOperator(storage, { id: "opr_ada" });
      const message = sampleMessage("Hello");
      const { sessionId } = await startChat(storage, {
        messages: [message],
        at: Date.now() - 31 * 24 * hour,
      });
      expect(await listed(storage, { reader: "opr_ada" })).toMatchObject([{ isUnread: false }]);
      const recent = sampleMessage("Hello");
      const { sessionId: later } = await startChat(storage, { messages: [recent], at: Date.now() });
      const seen = { operatorId: "opr_ada", at: Date.now() };
      await storage.chatDesk.see({ ...seen, sessionId: later, messageId: recent.id });
      const after = { operatorId: "opr_ada", at: Date.now() + 31 * 24 * hour };
      await storage.chatDesk.see({ ...after, sessionId, messageId: message.id });
      // Forgotten, as the clock of that call has it.
      expect(await listed(storage, { reader: "opr_ada" })).toMatchObject([
        { id: later, isUnread: true },
        { id: sessionId },
      ]);
    });
  });
}
