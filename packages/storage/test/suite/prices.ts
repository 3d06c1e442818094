import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { Price, Storage } from "../../src/index.ts";
import { auditedIn, sampleAudit } from "./operator-samples.ts";
import { putWebhook } from "./webhook-samples.ts";
import { endOf, firstTurn, nextTurn, putAgent, sampleFacts, type OpenStorage } from "./samples.ts";

const dayMs = 86_400_000;
const day = 20_000 * dayMs;
const scope = { agents: null };

/** A price to be entered. */
export const samplePrice = (values: Partial<Price> = {}): Price => ({
  id: `price_${randomUUID()}`,
  model: "small-1",
  from: day,
  currency: "EUR",
  input: 150_000,
  output: 600_000,
  cached: null,
  createdAt: 1_000,
  ...values,
});

/** A price and a budget. */
export async function fillPrices({ prices, settings }: Storage): Promise<void> {
  await prices.set(samplePrice({ cached: 75_000 }));
  await settings.set({ name: "budget", value: '{"amount":50}' });
}

/** Prices and settings of operators, and the tokens that prices are for. */
export function pricePromises(driver: string, open: OpenStorage): void {
  describe(`${driver}: prices`, () => {
    test("are read as entered, the newest of each model first, one for each day", async () => {
      await using storage = await open();
      const { prices } = storage;
      const [first, later] = [samplePrice(), samplePrice({ from: day + dayMs, cached: 0 })];
      const other = samplePrice({ model: "large-1", output: 60_000_000 });
      for (const price of [first, later, other])
        expect(await prices.set(price, sampleAudit({ what: "price.set" }))).toEqual({ kind: "set" });
      expect(await prices.list()).toEqual([other, later, first]);
      const corrected = samplePrice({ input: 140_000 });
      await prices.set(corrected);
      expect(await prices.list()).toEqual([other, later, corrected]);
      expect(await auditedIn(storage)).toEqual(["price.set", "price.set", "price.set"]);
    });

    test("have one currency, until the last in another is gone or replaced", async () => {
      await using storage = await open();
      const { prices } = storage;
      const euros = samplePrice();
      await prices.set(euros);
      const dollars = samplePrice({ currency: "USD", model: "large-1" });
      const refused = { kind: "currency_differs", currency: "EUR" };
      expect(await prices.set(dollars, sampleAudit({ what: "price.set" }))).toEqual(refused);
      expect(await prices.list()).toEqual([euros]);
      expect(await prices.set(samplePrice({ currency: "USD" }))).toEqual({ kind: "set" });
      expect(await prices.set(dollars)).toEqual({ kind: "set" });
      const [one] = await prices.list();
      const removal = { id: one?.id ?? "", audit: sampleAudit({ what: "price.remove" }) };
      expect([await prices.remove(removal), await prices.remove(removal)]).toEqual([true, false]);
      expect(await auditedIn(storage)).toEqual(["price.remove"]);
    });

    test("never have two currencies, whoever enters them at once", async () => {
      await using storage = await open();
      const entered = await Promise.all(
        ["EUR", "USD", "GBP", "CHF"].map((currency) =>
          storage.prices.set(samplePrice({ currency, model: `of ${currency}` })),
        ),
      );
      expect(entered.filter(({ kind }) => kind === "set")).toHaveLength(1);
      expect(await storage.prices.list()).toHaveLength(1);
    });

    test("apply to tokens that are counted for each model, by the hour and day", async () => {
      await using storage = await open();
      await putAgent(storage);
      const reply = async (at: number, facts: Parameters<typeof sampleFacts>[0]) => {
        const turn = firstTurn({ at });
        await storage.conversations.acceptTurn(turn);
        await storage.conversations.endReply(endOf(turn.replyId, { facts: sampleFacts(facts) }));
        return turn.session.id;
      };
      const name = `a.b ${"long ".repeat(40)}`;
      const id = await reply(day, { model: name, inputTokens: 100, outputTokens: 10, cachedTokens: 40 });
      await reply(day + 1, { model: "small-1", inputTokens: 7, outputTokens: 0, keyId: "k2" });
      await reply(day + 5 * 3_600_000, { model: "small-1", inputTokens: 3, outputTokens: 2 });
      await reply(day + dayMs, { model: "small-1", inputTokens: 1, outputTokens: 1 });
      const cut = name.slice(0, 100);
      const long = { at: day, model: cut, in: 100, out: 10, cached: 40 };
      const query = { scope, from: day, to: day + dayMs };
      expect(await storage.chatIndex.modelUsage({ ...query, by: "day" })).toEqual([
        long,
        { at: day, model: "small-1", in: 10, out: 2, cached: 0 },
      ]);
      expect(await storage.chatIndex.modelUsage({ ...query, by: "hour", keyId: "k2" })).toEqual([
        { at: day, model: "small-1", in: 7, out: 0, cached: 0 },
      ]);
      expect(
        await storage.chatIndex.modelUsage({ ...query, by: "day", scope: { agents: ["other"] } }),
      ).toEqual([]);

      // Of one chat, all of its replies.
      const next = nextTurn(id, { at: day + dayMs });
      await storage.conversations.acceptTurn(next);
      await storage.conversations.endReply(
        endOf(next.replyId, { facts: sampleFacts({ model: "small-1", inputTokens: 5, outputTokens: 6 }) }),
      );
      const uses = await storage.usage.ofChat(id);
      expect(uses.toSorted((one, other) => one.at - other.at)).toEqual([
        long,
        { at: day + dayMs, model: "small-1", in: 5, out: 6, cached: 0 },
      ]);
      await storage.conversations.erase(id);
      expect(await storage.usage.ofChat(id)).toEqual([]);
      expect(await storage.chatIndex.modelUsage({ ...query, by: "day" })).toContainEqual(long);
    });
  });

  describe(`${driver}: weekly letters`, () => {
    test("of a week are announced once to each subscriber, however many nodes find it due", async () => {
      await using storage = await open();
      const { webhooks } = storage;
      const hears = await putWebhook(storage, { events: ["chat.started", "week.ended"], agents: ["guide"] });
      const off = await putWebhook(storage, { events: ["week.ended"], enabled: false });
      const other = await putWebhook(storage, { events: ["chat.started"] });
      const due = (end: number, isSilent = false) => webhooks.tellWeek({ end, isDue: true, isSilent });
      const told = async (webhook: { readonly id: string }) =>
        (await webhooks.deliveries({ webhookId: webhook.id, limit: 9 })).items.map(({ type, at }) => [
          type,
          at,
        ]);

      // Nobody has waited for the first.
      expect(await Promise.all([due(day), due(day)])).toEqual([0, 0]);
      const second = await Promise.all(Array.from({ length: 4 }, () => due(day + 7 * dayMs)));
      expect(second.filter((told) => told === 1)).toHaveLength(1);
      expect([await due(day + 7 * dayMs), await due(day)]).toEqual([0, 0]);
      expect(await due(day + 14 * dayMs, true)).toBe(0);
      expect(await due(day + 14 * dayMs)).toBe(0);
      const audit = sampleAudit({ what: "letter.send" });
      expect(await webhooks.tellWeek({ end: day + 8 * dayMs, audit })).toBe(1);
      expect(await told(hears)).toEqual([
        ["week.ended", day + 8 * dayMs],
        ["week.ended", day + 7 * dayMs],
      ]);
      expect([await told(off), await told(other)]).toEqual([[], []]);
      expect(await auditedIn(storage)).toEqual(["letter.send"]);

      // A pending event survives a change, until it is unsubscribed.
      await webhooks.update({ id: hears.id, values: { text: true } });
      expect(await told(hears)).toHaveLength(2);
      await webhooks.update({ id: hears.id, values: { events: ["chat.started"] } });
      expect(await told(hears)).toEqual([]);
    });
  });

  describe(`${driver}: settings`, () => {
    test("are what was set last, from the state that was seen", async () => {
      await using storage = await open();
      const { settings } = storage;
      expect(await settings.find("budget")).toBeUndefined();
      const audit = sampleAudit({ what: "budget.set" });
      const change = { name: "budget", value: '{"amount":50}', expected: 0, audit };
      const kinds = (await Promise.all([settings.set(change), settings.set(change)])).map(({ kind }) => kind);
      expect(kinds.toSorted()).toEqual(["newer_revision", "set"]);
      expect(await settings.set({ name: "budget", value: "null" })).toEqual({ kind: "set", revision: 2 });
      expect(await settings.find("budget")).toEqual({ value: "null", revision: 2 });
      expect(await auditedIn(storage)).toEqual(["budget.set"]);
    });
  });
}
