import { describe, expect, test } from "vitest";
import { returnOf, saying, takeOf } from "./handoff-samples.ts";
import { sampleAudit } from "./operator-samples.ts";
import { nextTurn, putAgent, startChat, type OpenStorage } from "./samples.ts";
import { everything } from "./written-chats.ts";

const asked = { by: "visitor", reason: null, summary: null, email: "ada@home.example" } as const;

/** Visitors who left an address and wait for an answer. */
export function addressPromises(driver: string, open: OpenStorage): void {
  describe(`${driver}: left addresses`, () => {
    async function start() {
      await using stack = new AsyncDisposableStack();
      const storage = stack.use(await open());
      await putAgent(storage);
      const kept = stack.move();
      const { chatIndex, visitorMail, handoffs } = storage;
      const scope = everything;
      return {
        storage,
        /** Somebody who asked for a person at that time, and left an address. */
        asks: async (since: number) => {
          const { sessionId } = await startChat(storage);
          await handoffs.keepRequest({ sessionId, ...asked, since });
          const left = { email: asked.email, language: null, page: "https://shop.example/tents", at: since };
          await visitorMail.saveAddress({ sessionId, ...left });
          return sessionId;
        },
        waiting: async () => {
          const { items } = await chatIndex.list({ scope, address: "unanswered", limit: 9 });
          return Object.fromEntries(items.map(({ id, addressSince }) => [id, addressSince]));
        },
        left: async () =>
          (await chatIndex.list({ scope, address: "left", limit: 9 })).items.map(({ id }) => id),
        [Symbol.asyncDispose]: () => kept.disposeAsync(),
      };
    }

    test("one waits from when it was left, over a person who says nothing, until a person says something", async () => {
      await using started = await start();
      const { storage, asks, waiting } = started;
      const [sessionId, other] = [await asks(1e13), await asks(2e13)];
      const found = await storage.chatIndex.find({ scope: everything, id: other });
      expect(found?.page).toBe("https://shop.example/tents");
      expect(await waiting()).toEqual({ [sessionId]: 1e13, [other]: 2e13 });
      expect(await storage.chatIndex.countAddresses()).toEqual([{ agentId: "guide", count: 2 }]);
      const { handoffs } = storage;
      const { handoff: _handoff, ...take } = takeOf(sessionId, { at: 3e13 });
      await handoffs.move(take);
      expect(await waiting()).toEqual({ [other]: 2e13 });
      const silent = { id: crypto.randomUUID(), type: "silent" } as const;
      await handoffs.move(returnOf(sessionId, { at: 4e13, event: silent }));
      expect(await waiting()).toEqual({ [sessionId]: 1e13, [other]: 2e13 });
      const again = { ...take.event, id: crypto.randomUUID() };
      await handoffs.move({
        ...take,
        at: 5e13,
        expected: 2,
        event: again,
        message: saying("It left today."),
      });
      await handoffs.move(
        returnOf(sessionId, { at: 6e13, expected: 3, event: { ...silent, id: crypto.randomUUID() } }),
      );
      expect(await waiting()).toEqual({ [other]: 2e13 });
    });

    test("they are listed by how long they have waited, page by page, whoever was active last", async () => {
      await using started = await start();
      const { storage, asks } = started;
      const { chatIndex, conversations } = storage;
      const ids = [];
      for (const since of [1_000, 2_000, 2_000, 3_000, 4_000]) ids.push(await asks(since));
      // Somebody without an address, and the one who has waited longest is active last.
      await startChat(storage);
      await conversations.acceptTurn(nextTurn(ids[0] ?? "", { at: 9e13 }));
      const listed = async (order: "longest_wait" | "shortest_wait") => {
        const found = [];
        for (let after: string | undefined; ;) {
          const page = { order, limit: 2, ...(after !== undefined && { after }) };
          const { items, next } = await chatIndex.list({ scope: everything, address: "unanswered", ...page });
          found.push(...items.map(({ id, addressSince }) => [addressSince, id] as const));
          if (next === null) return found;
          after = next;
        }
      };
      const longest = await listed("longest_wait");
      expect(longest.map(([since]) => since)).toEqual([1_000, 2_000, 2_000, 3_000, 4_000]);
      expect(new Set(longest.map(([, id]) => id))).toEqual(new Set(ids));
      expect(await listed("shortest_wait")).toEqual(longest.toReversed());
      // A position in one order is none in another.
      const query = { scope: everything, address: "unanswered", limit: 2 } as const;
      const { next } = await chatIndex.list({ ...query, order: "longest_wait" });
      await expect(chatIndex.list({ ...query, after: next ?? "" })).rejects.toThrow("position in this list");
    });

    test("only what the visitor has said or left since keeps one from being done", async () => {
      await using started = await start();
      const { storage, asks, waiting } = started;
      const { chatIndex, conversations, handoffs, visitorMail } = storage;
      const sessionId = await asks(1_000);
      const seen = async () => (await chatIndex.find({ scope: everything, id: sessionId }))?.addressRevision;
      const done = (revision: string | null | undefined) =>
        visitorMail.markDone({ sessionId, at: 9_000, revision: revision ?? "" });
      const visitorDoes = [
        () => conversations.acceptTurn(nextTurn(sessionId, { at: 2_000 })),
        () => handoffs.keepRequest({ sessionId, ...asked, since: 3_000 }),
        () => handoffs.keepRequest({ sessionId, ...asked, email: "bob@home.example", since: 3_000 }),
      ];
      for (const act of visitorDoes) {
        const before = await seen();
        await act();
        expect(await done(before)).toBe("outdated");
      }
      const before = await seen();
      const operator = { id: "opr_ann", name: "Ann" };
      const note = { id: `note_${crypto.randomUUID()}`, sessionId, at: 4_000, text: "Regular", operator };
      await handoffs.addNote({ ...note, audit: sampleAudit() });
      expect(await seen()).toBe(before);
      expect(await done(before)).toBe("done");
      expect(await waiting()).toEqual({});
    });

    test("what the visitor writes after it was done waits from then on", async () => {
      await using started = await start();
      const { storage, asks, waiting, left } = started;
      const sessionId = await asks(1_000);
      expect(await storage.visitorMail.markDone({ sessionId, at: 2_000 })).toBe("done");
      expect(await waiting()).toEqual({});
      expect(await left()).toEqual([sessionId]);
      await storage.conversations.acceptTurn(nextTurn(sessionId, { at: 3_000 }));
      const [since] = Object.values(await waiting());
      expect(since).toBe(3_000);
      expect(await storage.visitorMail.markDone({ sessionId: "ses_none", at: 1 })).toBe("unchanged");
    });

    test("asking again does not make the wait shorter, before it was done and after", async () => {
      await using started = await start();
      const { storage, asks, waiting } = started;
      const sessionId = await asks(1_000);
      await storage.handoffs.keepRequest({ sessionId, ...asked, since: 1_500 });
      expect(await waiting()).toEqual({ [sessionId]: 1_000 });
      await storage.visitorMail.markDone({ sessionId, at: 2_000 });
      await storage.conversations.acceptTurn(nextTurn(sessionId, { at: 3_000 }));
      for (const since of [4_000, 5_000]) {
        await storage.handoffs.keepRequest({ sessionId, ...asked, since });
        expect(await waiting()).toEqual({ [sessionId]: 3_000 });
      }
    });

    test("a visitor who asks again and goes back to the agent unanswered still waits", async () => {
      await using started = await start();
      const { storage, asks, waiting } = started;
      const sessionId = await asks(1e13);
      const { handoffs } = storage;
      const { handoff: _handoff, ...take } = takeOf(sessionId, { at: 2e13 });
      await handoffs.move({ ...take, message: saying("It left today.") });
      await handoffs.move(returnOf(sessionId, { at: 3e13 }));
      expect(await waiting()).toEqual({});
      const { operator: _operator, ...asking } = takeOf(sessionId, { to: "waiting", expected: 2, at: 4e13 });
      await handoffs.move({
        ...asking,
        event: { id: crypto.randomUUID(), type: "waiting" },
        handoff: { ...asked, since: 4e13 },
      });
      const back = { id: crypto.randomUUID(), type: "back_to_assistant" } as const;
      await handoffs.move(returnOf(sessionId, { expected: 3, at: 5e13, event: back }));
      expect(await waiting()).toEqual({ [sessionId]: 4e13 });
    });
  });
}
