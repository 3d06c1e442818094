import { describe, expect, test } from "vitest";
import { ada, returnOf, saying, takeOf } from "./handoff-samples.ts";
import {
  endOf,
  firstTurn,
  newId,
  nextTurn,
  putAgent,
  sampleFacts,
  sampleKey,
  sampleMessage,
  type OpenStorage,
} from "./samples.ts";

const hourMs = 3_600_000;
const day = Date.UTC(2026, 0, 31);
const scope = { agents: null };

/** Counts by the hour: in the transaction of what they count, kept when chats are deleted. */
export function hourlyUsagePromises(driver: string, open: OpenStorage): void {
  describe(`${driver}: usage by the hour`, () => {
    test("chats that are erased or whose time is over are counted, and no other that are gone", async () => {
      await using storage = await open();
      for (const agent of ["guide", "other"]) await putAgent(storage, agent);
      const begin = async (agentId: string) => {
        const id = newId("ses");
        await storage.conversations.acceptTurn(
          firstTurn({ session: { id, agentId, tokenHash: id }, at: day }),
        );
        return id;
      };
      const [erased, uncounted] = [await begin("guide"), await begin("guide"), await begin("other")];
      expect(await storage.conversations.erase(erased, { at: day })).toBe(true);
      expect(await storage.conversations.erase(erased, { at: day })).toBe(false);
      await storage.conversations.erase(uncounted);
      const over = { now: day + hourMs, idleSince: day + 1, createdSince: 0 };
      expect(await storage.conversations.expire(over)).toBe(1);
      const usageOf = (agents: readonly string[] | null) =>
        storage.chatIndex.usage({ scope: { agents }, from: day, to: day + 2 * hourMs, by: "day" });
      expect((await usageOf(null)).total.erased).toEqual({ byPeople: 1, expired: 1 });
      expect((await usageOf(["guide"])).total.erased).toEqual({ byPeople: 1, expired: 0 });
    });

    test("what happened is added up by hour, day and month, right after a reply has ended", async () => {
      await using storage = await open();
      await putAgent(storage);
      const first = firstTurn({ at: day + 10, messages: [sampleMessage("One"), sampleMessage("Two")] });
      await storage.conversations.acceptTurn(first);
      const tools = [
        { name: "orders", status: "succeeded", input: "", result: "", ms: 1 },
        { name: "orders", status: "failed", input: "", result: "", ms: 1 },
      ] as const;
      const facts = sampleFacts({ cachedTokens: 100, firstTextMs: 1000, details: { searches: [], tools } });
      await storage.conversations.endReply(endOf(first.replyId, { facts }));
      const second = nextTurn(first.session.id, { at: day + 30 * hourMs });
      await storage.conversations.acceptTurn(second);
      await storage.conversations.endReply(
        endOf(second.replyId, { facts: sampleFacts({ firstTextMs: 20, language: "de" }) }),
      );

      const period = { scope, from: day, to: day + 60 * hourMs };
      const { items, total } = await storage.chatIndex.usage({ ...period, by: "hour" });
      expect(items.map(({ at }) => at)).toEqual([day, day + 30 * hourMs]);
      expect(total).toEqual({
        chats: 1,
        messages: { visitor: 3, agent: 2, person: 0 },
        outcomes: { assumed: 1 },
        ratings: { up: 0, down: 0 },
        tokens: { in: 600, out: 40, cached: 100 },
        firstText: { p50: expect.any(Number), p95: expect.any(Number) },
        refusals: {},
        tools: { orders: { succeeded: 1, failed: 1 } },
        languages: { de: 1, en: 1 },
        erased: { byPeople: 0, expired: 0 },
      });
      expect(total.firstText.p50).toBeGreaterThan(18);
      expect(total.firstText.p50).toBeLessThan(22);
      expect(total.firstText.p95).toBeGreaterThan(950);
      expect(total.firstText.p95).toBeLessThan(1050);
      const days = await storage.chatIndex.usage({ ...period, by: "day" });
      expect(days.items.map(({ at, messages }) => [at, messages.visitor])).toEqual([
        [day, 2],
        [day + 24 * hourMs, 1],
      ]);
      const months = await storage.chatIndex.usage({ ...period, by: "month" });
      expect(months.items.map(({ at }) => at)).toEqual([Date.UTC(2026, 0), Date.UTC(2026, 1)]);
      const none = await storage.chatIndex.usage({ ...period, by: "day", keyId: "other" });
      expect(none).toMatchObject({ items: [], total: { chats: 0, firstText: { p50: null, p95: null } } });
    });

    test("a reply that is saved again is counted once, and ratings and outcomes as they are now", async () => {
      await using storage = await open();
      await putAgent(storage);
      const turn = firstTurn({ at: day });
      await storage.conversations.acceptTurn(turn);
      for (const status of ["complete", "incomplete", "complete"] as const)
        await storage.conversations.endReply(endOf(turn.replyId, { status }));
      const total = async () =>
        (await storage.chatIndex.usage({ scope, from: day, to: day + hourMs, by: "hour" })).total;
      expect(await total()).toMatchObject({
        chats: 1,
        messages: { visitor: 1, agent: 1 },
        tokens: { in: 300, out: 20 },
        outcomes: { assumed: 1 },
      });

      const { replyId } = turn;
      const sessionId = turn.session.id;
      await storage.feedback.rate({ sessionId, replyId, feedback: { rating: "down" }, at: day });
      expect(await total()).toMatchObject({ ratings: { up: 0, down: 1 }, outcomes: { unanswered: 1 } });
      await storage.feedback.rate({ sessionId, replyId, feedback: { rating: "up" }, at: day });
      expect(await total()).toMatchObject({ ratings: { up: 1, down: 0 }, outcomes: { confirmed: 1 } });
      const before = await total();

      await storage.conversations.erase(sessionId);
      expect(await total()).toEqual(before);
      await storage.agents.delete("guide");
      expect(await total()).toEqual(before);
    });

    test.each([
      ["a person answers", "before", { visitor: 1, agent: 0, person: 1 }],
      ["the visitor says something else instead", "before", { visitor: 2, agent: 1, person: 0 }],
      ["the agent gets it back", "before", { visitor: 1, agent: 1, person: 0 }],
      ["the agent gets it back", "after", { visitor: 1, agent: 1, person: 0 }],
    ] as const)(
      "a chat whose reply was taken before its first word is counted once: %s, and its end is saved %s that",
      async (then, when, messages) => {
        await using storage = await open();
        await putAgent(storage);
        const { conversations, handoffs, chatIndex } = storage;
        const total = async () =>
          (await chatIndex.usage({ scope, from: day, to: day + hourMs, by: "hour" })).total;
        const turn = firstTurn({ at: day, keyId: "shop1" });
        const sessionId = turn.session.id;
        await conversations.acceptTurn(turn);
        await handoffs.move(takeOf(sessionId, { at: day }));
        const end = endOf(turn.replyId, { status: "stopped", content: "", parts: [] });
        if (when === "before") await conversations.endReply(end);
        const before = { ...(when === "before" && { tokens: { in: 300, out: 20, cached: 0 } }) };
        expect(await total()).toMatchObject({ chats: 1, messages: { visitor: 1, agent: 0 }, ...before });

        if (then === "a person answers")
          await handoffs.say({ sessionId, expected: 1, at: day, operator: ada, message: saying("Yes?") });
        else if (then === "the visitor says something else instead") {
          await handoffs.move(returnOf(sessionId, { at: day }));
          const instead = nextTurn(sessionId, { at: day, replaces: { turn: 1, reopens: [] } });
          await conversations.acceptTurn(instead);
          await conversations.endReply(endOf(instead.replyId));
        } else {
          const answer = { replyId: newId("rep"), node: "self" };
          await handoffs.move(returnOf(sessionId, { at: day, answer }));
          if (when === "after") await conversations.endReply(end);
          await conversations.endReply(endOf(answer.replyId));
        }
        expect(await total()).toMatchObject({ chats: 1, messages });
      },
    );

    test("replies that end at once are all counted", async () => {
      await using storage = await open();
      await putAgent(storage);
      const turns = Array.from({ length: 40 }, () => firstTurn({ at: day }));
      for (const turn of turns) await storage.conversations.acceptTurn(turn);
      await Promise.all(turns.map(({ replyId }) => storage.conversations.endReply(endOf(replyId))));
      const { total } = await storage.chatIndex.usage({ scope, from: day, to: day + 1, by: "hour" });
      expect(total).toMatchObject({ chats: 40, tokens: { in: 12_000 }, outcomes: { assumed: 40 } });
    });

    test("refused requests are counted by their reason, for the agent of their key", async () => {
      await using storage = await open();
      await putAgent(storage);
      await storage.keys.create(sampleKey({ id: "k1" }));
      const refused = [{ keyId: "k1", byKey: 3, byAddress: 0 }];
      await storage.rateRefusals.add(refused, day + 5);
      await storage.rateRefusals.add([{ keyId: "k1", byKey: 0, byAddress: 2 }], day + 6);
      const { total } = await storage.chatIndex.usage({
        scope: { agents: ["guide"] },
        from: day,
        to: day + hourMs,
        by: "day",
        keyId: "k1",
      });
      expect(total.refusals).toEqual({ rate_limited: 3, address_rate_limited: 2 });
    });
  });
}
