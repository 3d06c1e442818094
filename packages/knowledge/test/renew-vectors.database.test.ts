import { expect, test } from "vitest";
import { renewVectors } from "../src/index.ts";
import { startEmbeddingsServer } from "./embeddings-server.ts";
import { openKnowledge } from "./open-knowledge.ts";

const pages = {
  "delivery.md": "# Delivery\n\nEvery parcel leaves our house on Mondays.",
  "tents.md": "# Tents\n\nFor camping, in summer and winter.",
};

/** Shares no word with the page that answers it; their vectors are alike. */
const question = "outdoors?";

/** An agent with files alone, whose vectors were computed by an earlier version of the service. */
async function openedByAnEarlierVersion() {
  const stack = new AsyncDisposableStack();
  const server = stack.use(await startEmbeddingsServer());
  const open = stack.use(await openKnowledge({ pauses: "none" }));
  await open.write(pages);
  const agent = await open.embeddingAgent({ provider: "openai", name: "small", baseUrl: server.baseUrl });
  await open.knowledge.sync(agent);
  const earlier = { agentId: "shop", model: "earlier" };
  const passages = await open.vectors.missing({ ...earlier, limit: 10 });
  await open.vectors.save(
    earlier,
    passages.map(({ id }) => ({ passageId: id, vector: Float32Array.of(1, 0) })),
  );
  const logged: object[] = [];
  const note = (detail: object, message: string) => void logged.push({ ...detail, message });
  const parts = { knowledge: open.knowledge, log: { info: note, warn: note } };
  return { agent, server, open, logged, parts, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

test("passages whose vectors another model made are found by meaning again, without a sync", async () => {
  await using made = await openedByAnEarlierVersion();
  const { agent, open, logged, parts } = made;
  const found = async () => (await open.knowledge.search("shop", question, 5)).map(({ title }) => title);
  expect(await found()).toEqual([]);

  const plain = { ...agent, id: "plain", definition: open.agent([]).definition };
  const agents = { list: () => Promise.resolve([plain, agent]) };
  const { signal } = new AbortController();
  await renewVectors({ ...parts, agents }, signal);
  expect((await found())[0]).toBe("Tents");
  const message = "missing vectors of passages and wordings were computed";
  expect(logged).toEqual([{ agentId: "shop", made: 2, message }]);

  await renewVectors({ ...parts, agents }, signal);
  expect(logged).toHaveLength(1);
});

test("a model that fails, and agents that cannot be read, are logged and hinder nothing", async () => {
  await using made = await openedByAnEarlierVersion();
  const { agent, server, logged, parts } = made;
  server.answer({ status: 400 });
  const { signal } = new AbortController();
  await renewVectors({ ...parts, agents: { list: () => Promise.resolve([agent]) } }, signal);
  expect(logged).toEqual([expect.objectContaining({ agentId: "shop", missing: 2 })]);

  const err = new Error("The database is gone.");
  await renewVectors({ ...parts, agents: { list: () => Promise.reject(err) } }, signal);
  expect(logged.at(-1)).toMatchObject({ err });
});
