import { describe, expect, test } from "vitest";
import { startEmbeddingsServer } from "./embeddings-server.ts";
import { openKnowledge, parseAgent, type OpenKnowledge } from "./open-knowledge.ts";

const pages = {
  "delivery.md": "# Delivery\n\nEvery parcel leaves our house on Mondays.",
  "returns.md": "# Returns\n\nSend it back and the money is yours again: a full refund.",
  "tents.md": "# Tents\n\nFor camping outdoors, in summer and winter.",
  "imprint.md": "# Imprint\n\nHarborpine, Quay 4.",
};

const model = { provider: "openai", name: "small" } as const;

async function opened(environment: Record<string, string> = {}) {
  const stack = new AsyncDisposableStack();
  const server = stack.use(await startEmbeddingsServer());
  const open = stack.use(await openKnowledge({ environment, pauses: "none" }));
  await open.write(pages);
  const embeddings = { ...model, baseUrl: server.baseUrl };
  return { server, open, embeddings, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

const titles = async ({ knowledge }: OpenKnowledge, query: string) =>
  (await knowledge.search("shop", query, 5)).map(({ title }) => title);

describe("an agent whose file says nothing of embeddings", () => {
  test("has the usual ones if it answers without a model, and a file that says false or names a model has none", async () => {
    await using server = await startEmbeddingsServer();
    const usualEmbeddings = { ...model, baseUrl: server.baseUrl };
    await using open = await openKnowledge({ pauses: "none", usualEmbeddings });
    await open.write(pages);
    const agent = open.agent([{ files: "./**/*.md" }]);
    await open.putAgent(agent, 0);
    expect((await open.knowledge.sync(agent)).embedding).toEqual({ made: 4, missing: 0 });
    expect((await open.knowledge.search("shop", "camping", 5)).length).toBeGreaterThan(0);
    const asked = server.asked.length;

    const { definition } = agent;
    const knowledge = { ...definition.knowledge, embeddings: false as const };
    const others = [
      { ...definition, knowledge },
      parseAgent({
        id: "shop",
        name: "Shop",
        model: { ...model, name: "large" },
        knowledge: [{ files: "./**/*.md" }],
      }),
    ];
    for (const [at, other] of others.entries()) {
      await open.putAgent({ ...agent, definition: other }, at + 1);
      expect((await open.knowledge.sync({ ...agent, definition: other })).embedding).toBeUndefined();
      await open.knowledge.search("shop", "camping", 5);
      expect(server.asked).toHaveLength(asked);
    }
  });
});

describe("a sync with embeddings", () => {
  test("gives every passage a vector, and a second one asks for none", async () => {
    await using made = await opened();
    const { server, open, embeddings } = made;
    const agent = await open.embeddingAgent(embeddings);
    const steps: unknown[] = [];
    const report = await open.knowledge.sync(agent, { onEmbedded: (step) => steps.push(step) });
    expect(report.embedding).toEqual({ made: 4, missing: 0 });
    expect(steps).toEqual([{ done: 4, total: 4 }]);
    expect(server.asked).toHaveLength(1);
    expect(server.asked[0]).toMatchObject({ path: "/v1/embeddings", body: { model: "small" } });
    expect(server.asked[0]?.body.input[0]).toContain("Delivery\nEvery parcel");

    expect((await open.knowledge.sync(agent)).embedding).toEqual({ made: 0, missing: 0 });
    expect(server.asked).toHaveLength(1);
  });

  test("makes no vector before its time, and until then finds what was read by its words", async () => {
    await using made = await opened();
    const { server, open, embeddings } = made;
    const agent = await open.embeddingAgent(embeddings);
    const read = Promise.withResolvers<void>();
    const isTime = Promise.withResolvers<void>();
    const syncing = open.knowledge.sync(agent, { onRead: read.resolve, embedAfter: isTime.promise });
    await read.promise;
    expect(await titles(open, "tent")).toContain("Tents");
    expect(server.asked.flatMap(({ body }) => body.input).join()).not.toContain("camping");
    isTime.resolve();
    expect((await syncing).embedding).toEqual({ made: 4, missing: 0 });
  });

  test("asks only for what changed", async () => {
    await using made = await opened();
    const { server, open, embeddings } = made;
    const agent = await open.embeddingAgent(embeddings);
    await open.knowledge.sync(agent);
    await open.write({ "tents.md": `${pages["tents.md"]}\n\n## Care\n\nDry it.` });
    expect((await open.knowledge.sync(agent)).embedding).toEqual({ made: 1, missing: 0 });
    expect(server.asked.at(-1)?.body.input).toEqual(["Tents > Care\nDry it."]);
  });

  test("is searched by meaning as soon as it has ended, also by those who asked before", async () => {
    await using made = await opened();
    const { open, embeddings } = made;
    const agent = await open.embeddingAgent(embeddings);
    await open.knowledge.sync(agent);
    expect(await titles(open, "courier")).not.toContain("Postage");
    await open.write({ "postage.md": "# Postage\n\nShipping by parcel." });
    await open.knowledge.sync(agent);
    expect(await titles(open, "courier")).toContain("Postage");
  });

  test("of another model computes all vectors again, and without embeddings removes them", async () => {
    await using made = await opened();
    const { open, embeddings } = made;
    await open.knowledge.sync(await open.embeddingAgent(embeddings));
    const other = await open.embeddingAgent({ ...embeddings, name: "large" });
    expect((await open.knowledge.sync(other)).embedding).toEqual({ made: 4, missing: 0 });
    const none = await open.knowledge.sync(await open.embeddingAgent(undefined));
    expect(none.embedding).toBeUndefined();
    expect(await open.vectors.any("shop")).toBe(false);
  });

  test("continues where it was interrupted", async () => {
    await using made = await opened();
    const { server, open, embeddings } = made;
    const many = Array.from(
      { length: 40 },
      (_, index) => [`p${index}.md`, `# Page ${index}\n\nA tent.`] as const,
    );
    await open.write(Object.fromEntries(many));
    const agent = await open.embeddingAgent(embeddings);
    const cut = new AbortController();
    const syncing = open.knowledge.sync(agent, { signal: cut.signal, onEmbedded: () => cut.abort() });
    await expect(syncing).rejects.toThrow();
    const first = server.asked.flatMap(({ body }) => body.input).length;
    expect(first).toBeLessThan(44);
    expect((await open.knowledge.sync(agent)).embedding).toEqual({ made: 44 - first, missing: 0 });
  });

  test("tries again when the server is busy, as late as it asks for, and gives up after four attempts", async () => {
    await using made = await opened();
    const { server, open, embeddings } = made;
    server.answer({ status: 429, headers: { "retry-after": "7" } });
    const agent = await open.embeddingAgent(embeddings);
    const { embedding } = await open.knowledge.sync(agent);
    expect(embedding).toEqual({
      made: 0,
      missing: 4,
      fault: "The embeddings server answered with status 429.",
    });
    expect(server.asked).toHaveLength(4);
    expect(open.waits).toEqual([7000, 7000, 7000]);
    server.answer(undefined);
    expect((await open.knowledge.sync(agent)).embedding).toEqual({ made: 4, missing: 0 });
  });

  test("that is refused, or answered with anything but vectors, is reported and keeps the words", async () => {
    await using made = await opened();
    const { server, open, embeddings } = made;
    const agent = await open.embeddingAgent(embeddings);
    const answers = [
      { status: 401 },
      { status: 302 },
      { status: 200, body: "no json" },
      { status: 200, body: "{}" },
      {
        status: 200,
        body: '{"data":[{"embedding":[1]},{"embedding":[1,2]},{"embedding":[1]},{"embedding":[1]}]}',
      },
      {
        status: 200,
        body: '{"data":[{"embedding":["a"]},{"embedding":[0]},{"embedding":[0]},{"embedding":[0]}]}',
      },
    ];
    for (const answer of answers) {
      server.answer(answer);
      const { embedding } = await open.knowledge.sync(agent);
      expect(embedding, answer.body).toMatchObject({
        made: 0,
        missing: 4,
        fault: expect.stringMatching(/embeddings/),
      });
    }
    expect(server.asked).toHaveLength(answers.length);
    expect(await titles(open, "parcel")).toEqual(["Delivery"]);
  });
});

describe("the key of an embeddings server", () => {
  test("is read when it is needed and sent to the server alone", async () => {
    await using made = await opened({ EMBED_KEY: "sk-canary-1" });
    const { server, open, embeddings } = made;
    const agent = await open.embeddingAgent({ ...embeddings, apiKeyEnv: "EMBED_KEY" });
    await open.knowledge.sync(agent);
    expect(server.asked[0]?.authorization).toBe("Bearer sk-canary-1");
    const stored = await open.vectors.missing({ agentId: "shop", model: "none", limit: 10 });
    expect(JSON.stringify([stored, open.warnings])).not.toContain("canary");
  });

  test("goes nowhere that the server leads to, and neither do the texts", async () => {
    await using other = await startEmbeddingsServer();
    await using made = await opened({ EMBED_KEY: "sk-canary-1" });
    const { server, open, embeddings } = made;
    server.answer({ status: 307, headers: { location: `${other.baseUrl}/embeddings` } });
    const agent = await open.embeddingAgent({ ...embeddings, apiKeyEnv: "EMBED_KEY" });
    const { embedding } = await open.knowledge.sync(agent);
    expect(embedding?.fault).toBe("The embeddings server answered with status 307.");
    expect(other.asked).toEqual([]);
  });

  test("that is not set is named, and nothing is sent", async () => {
    await using made = await opened();
    const { server, open, embeddings } = made;
    const agent = await open.embeddingAgent({ ...embeddings, apiKeyEnv: "EMBED_KEY" });
    const { embedding } = await open.knowledge.sync(agent);
    expect(embedding?.fault).toBe("The environment variable EMBED_KEY is not set.");
    expect(server.asked).toEqual([]);
  });
});

describe("a search with embeddings", () => {
  test("finds by meaning what shares no word with the question, and by words what has them", async () => {
    await using made = await opened();
    const { open, embeddings } = made;
    await open.knowledge.sync(await open.embeddingAgent(embeddings));
    expect((await titles(open, "which courier comes"))[0]).toBe("Delivery");
    expect((await titles(open, "Quay 4"))[0]).toBe("Imprint");
    for (const { score } of await open.knowledge.search("shop", "courier", 5)) {
      expect(score).toBeGreaterThanOrEqual(0);
      expect(score).toBeLessThanOrEqual(1);
    }
  });

  test("sees what another process changed", async () => {
    await using made = await opened();
    const { open, embeddings } = made;
    const agent = await open.embeddingAgent(embeddings);
    await open.knowledge.sync(agent);
    expect((await titles(open, "courier"))[0]).toBe("Delivery");
    await open.store.deleteDocument({ agentId: "shop", location: "delivery.md" });
    expect(await titles(open, "courier")).not.toContain("Delivery");
  });

  test("goes by words alone when the server fails, and says so once in ten minutes", async () => {
    await using made = await opened();
    const { server, open, embeddings } = made;
    await open.knowledge.sync(await open.embeddingAgent(embeddings));
    server.answer({ status: 500 });
    expect(await titles(open, "parcel")).toEqual(["Delivery"]);
    const asked = server.asked.length;
    expect(await titles(open, "parcel")).toEqual(["Delivery"]);
    expect(server.asked, "the next visitor does not wait for it").toHaveLength(asked);
    expect(open.warnings).toEqual([expect.objectContaining({ agentId: "shop" })]);
  });

  test("is by meaning again at once where what failed says that it may be asked again", async () => {
    await using made = await opened();
    const { server, open, embeddings } = made;
    await open.knowledge.sync(await open.embeddingAgent(embeddings));
    server.answer({ status: 503, headers: { "retry-after": "0" } });
    expect(await titles(open, "courier")).toEqual([]);
    server.answer(undefined);
    expect((await titles(open, "courier"))[0]).toBe("Delivery");
  });

  test("goes by words alone when the server takes too long", async () => {
    await using made = await opened();
    const { server, open, embeddings } = made;
    await open.knowledge.sync(await open.embeddingAgent(embeddings));
    server.stall();
    expect(await titles(open, "parcel")).toEqual(["Delivery"]);
    expect(open.warnings).toHaveLength(1);
  });

  test("asks no server when there are no vectors yet", async () => {
    await using made = await opened();
    const { server, open, embeddings } = made;
    await open.knowledge.sync(await open.embeddingAgent(undefined));
    await open.embeddingAgent(embeddings);
    expect(await titles(open, "parcel")).toEqual(["Delivery"]);
    expect(server.asked).toEqual([]);
  });
});

test("the local model finds by meaning, offline, without holding up anybody", async () => {
  await using open = await openKnowledge();
  await open.write(pages);
  const agent = await open.embeddingAgent({ provider: "local" });
  let ticks = 0;
  const ticking = setInterval(() => ticks++, 5);
  const report = await open.knowledge.sync(agent);
  clearInterval(ticking);
  expect(report.embedding).toEqual({ made: 4, missing: 0 });
  expect(ticks).toBeGreaterThan(10);
  const questions = [{ question: "I want to sleep outside in nature", pages: ["tents.md"] }];
  const { rankings } = await open.knowledge.evaluate(agent, questions);
  expect(rankings.map(({ ranking, recall }) => [ranking, recall[1]])).toContainEqual(["vectors", 1]);
});
