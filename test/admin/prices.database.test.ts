import { expect, test } from "vitest";
import { endOf, firstTurn, sampleFacts } from "../../packages/storage/test/suite/samples.ts";
import { onOneNode } from "../support/on-one-node.ts";
import { startConsole } from "../support/start-console.ts";
import type { TestConsole } from "../support/start-console.ts";

const api = "/console/api";
const today = new Date().toISOString().slice(0, 10);
const price = { model: "small-1", from: "2026-01-01", currency: "EUR", in: 2, out: 10, cached: 0.5 };

/** A chat whose reply used a model. */
async function reply(console: TestConsole, facts: Parameters<typeof sampleFacts>[0]): Promise<string> {
  const agentId = "acme-support";
  const turn = firstTurn({ at: Date.now() });
  const session = { ...turn.session, agentId };
  await console.storage.conversations.acceptTurn({ ...turn, session });
  await console.storage.conversations.endReply(
    endOf(turn.replyId, { facts: sampleFacts({ agentId, ...facts }) }),
  );
  return session.id;
}

onOneNode("prices", (nodes) => {
  test("give the cost by model, key, day and chat; without a price the cost is unknown", async () => {
    await using console = await startConsole({ nodes });
    const { cookie } = await console.signIn("owner");
    const ask = (method: string, path: string, body?: object) =>
      console.ask(method, `${api}/${path}`, { cookie, body, headers: { "if-match": "*" } });
    const used = { inputTokens: 1_000_000, outputTokens: 100_000, cachedTokens: 200_000 };
    const chat = await reply(console, { model: "small-1", ...used });
    await reply(console, { model: "large-1", inputTokens: 500, outputTokens: 500 });

    const unknown = { cost: null, unpriced: 1_101_000 };
    expect((await ask("GET", "usage")).body).toMatchObject({ total: unknown, currency: null });
    expect((await ask("GET", "usage/month")).body).toMatchObject({
      cost: null,
      forecast: null,
      budget: null,
    });
    expect((await ask("GET", `chats/${chat}`)).body.cost).toEqual({
      cost: null,
      unpriced: 1_100_000,
      currency: null,
      unpricedModels: ["small-1"],
    });

    const made = await ask("POST", "prices", price);
    expect(made).toMatchObject({ status: 201, body: price });
    expect((await ask("GET", "prices")).body).toEqual({ items: [made.body], next: null });
    const known = { cost: 2.7, unpriced: 1_000 };
    const told = { currency: "EUR", unpricedModels: ["large-1"] };
    const usage = await ask("GET", `usage?by=month&from=${today}`);
    expect(usage.body).toMatchObject({ total: known, items: [known], ...told });
    expect((await ask("GET", `chats/${chat}`)).body.cost).toMatchObject({ cost: 2.7, unpriced: 0 });
    const byModel = await ask("GET", "usage/replies?by=model");
    expect(byModel.body).toMatchObject({
      items: [
        { of: "small-1", cost: 2.7 },
        { of: "large-1", cost: null, unpriced: 1_000 },
      ],
      total: known,
      ...told,
    });
    expect((await ask("PUT", "budget", { amount: 40 })).body).toEqual({ amount: 40, revision: "1" });
    expect((await ask("GET", "usage/month")).body).toMatchObject({ ...known, ...told, budget: 40 });

    expect((await ask("DELETE", `prices/${made.body.id}`)).status).toBe(204);
    expect((await ask("DELETE", `prices/${made.body.id}`)).body.code).toBe("price_not_found");
    expect((await ask("GET", "usage")).body).toMatchObject({ total: unknown, currency: null });
  });

  test("are refused with the name of the invalid field", async () => {
    await using console = await startConsole({ nodes });
    const { cookie } = await console.signIn("owner");
    const set = (body: object) =>
      console.ask("POST", `${api}/prices`, { cookie, body: { ...price, ...body } });
    for (const [field, value] of [
      ["in", -1],
      ["in", 0.0000001],
      ["out", "10"],
      ["cached", 1_000_001],
      ["currency", "eur"],
      ["from", "2026-02-31"],
      ["model", ""],
    ] as const) {
      const refused = await set({ [field]: value });
      expect(refused, field).toMatchObject({ status: 400, body: { code: "malformed_request" } });
      expect(refused.body.detail).toContain(field);
    }
    await set({});
    const other = await set({ model: "large-1", currency: "USD" });
    expect(other.body.detail).toBe(
      "currency: must be EUR, as in the other prices: amounts in two currencies cannot be added up",
    );
  });

  test("a budget covers everything, is changed only from its latest revision, and is hidden from people who are limited to some agents", async () => {
    await using console = await startConsole({ nodes });
    const { cookie } = await console.signIn("owner");
    const limited = await console.signIn("viewer", ["acme-support"]);
    const put = (amount: number, revision: string) =>
      console.ask("PUT", `${api}/budget`, { cookie, body: { amount }, headers: { "if-match": revision } });
    for (const path of ["budget", "letter"]) {
      const [method, body] = path === "budget" ? ["PUT", { amount: 10 }] : ["PATCH", { hour: 1 }];
      const unseen = await console.ask(method, `${api}/${path}`, { cookie, body });
      expect(unseen, path).toMatchObject({ status: 428, body: { code: "precondition_required" } });
    }
    expect((await put(10, '"0"')).status).toBe(200);
    expect((await put(20, '"0"')).body.code).toBe("precondition_failed");
    const month = await console.ask("GET", `${api}/usage/month`, { cookie: limited.cookie });
    expect(month.body.budget).toBeNull();
  });
});
