import type { ChildProcess } from "node:child_process";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { expect, test } from "vitest";
import { createLocalEmbedder } from "../src/embeddings/local-embedder.ts";
import { renewVectors } from "../src/index.ts";
import { openKnowledge } from "./open-knowledge.ts";

/** The processes of the local model that were started since. */
function watchModels() {
  const processes: ChildProcess[] = [];
  const onStart = (message: unknown) =>
    processes.push((message as { readonly process: ChildProcess }).process);
  subscribe("child_process", onStart);
  return {
    started: () =>
      processes.filter(({ spawnargs }) => spawnargs.some((word) => word.includes("local-embedding-process"))),
    [Symbol.dispose]: () => unsubscribe("child_process", onStart),
  };
}

const question = "When do parcels leave?";

test("starts load no model while every passage has a vector; a question that is searched by meaning does", async () => {
  await using open = await openKnowledge();
  await open.write({ "delivery.md": "# Delivery\n\nEvery parcel leaves our house on Mondays." });
  const agent = await open.embeddingAgent({ provider: "local" });
  const set = { agentId: agent.id, model: createLocalEmbedder().model };
  const stop = Promise.withResolvers<void>();
  const interrupted = { onRead: () => stop.reject(new Error("stopped")), embedAfter: stop.promise };
  await expect(open.knowledge.sync(agent, interrupted)).rejects.toThrow("stopped");
  const [passage] = await open.vectors.missing({ ...set, after: "0", limit: 1 });
  await open.vectors.save(set, [
    { passageId: passage?.id ?? "", vector: new Float32Array(384).fill(1 / Math.sqrt(384)) },
  ]);
  using models = watchModels();
  const renewal = {
    agents: { list: async () => [agent] },
    knowledge: open.knowledge,
    log: { info: () => undefined, warn: () => undefined },
  };
  await renewVectors(renewal, new AbortController().signal);
  expect((await open.knowledge.sync(agent)).embedding).toEqual({ made: 0, missing: 0 });
  await renewVectors(renewal, new AbortController().signal);
  expect(models.started()).toEqual([]);

  expect(await open.knowledge.search("shop", question, 5)).toHaveLength(1);
  expect(models.started()).toHaveLength(1);
});

test("a passage without a vector loads the model", async () => {
  await using open = await openKnowledge();
  using models = watchModels();
  await open.write({ "tents.md": "# Tents\n\nFor camping outdoors." });
  const agent = await open.embeddingAgent({ provider: "local" });
  const { embedding } = await open.knowledge.sync(agent);
  expect(embedding).toEqual({ made: 1, missing: 0 });
  expect(models.started()).toHaveLength(1);
});

test("a model that read only what nobody waited for is gone soon; one that a visitor has asked remains", async () => {
  const idleMs = { asked: 300_000, unasked: 1 };
  await using visited = createLocalEmbedder({ idleMs });
  await using unvisited = createLocalEmbedder({ idleMs });
  using models = watchModels();
  await visited.embed([question], { timeoutMs: 60_000, urgent: true });
  await visited.embed(["Parcels leave on Mondays."], { timeoutMs: 60_000 });
  await unvisited.embed([question], { timeoutMs: 60_000 });
  const [stays, goes] = models.started();
  if (!stays || !goes) throw new Error("no model was loaded");
  if (goes.signalCode === null) await once(goes, "exit");

  expect(stays.signalCode).toBeNull();
  await visited.embed([question], { timeoutMs: 60_000, urgent: true });
  expect(models.started()).toHaveLength(2);
});

test("the model is gone once nobody has asked for a while, and the next text loads it again", async () => {
  await using embedder = createLocalEmbedder({ idleMs: { asked: 1, unasked: 1 } });
  using models = watchModels();
  const [before] = await embedder.embed([question], { timeoutMs: 60_000 });
  const [model] = models.started();
  if (!model) throw new Error("no model was loaded");
  if (model.signalCode === null) await once(model, "exit");

  const [again] = await embedder.embed([question], { timeoutMs: 60_000 });
  expect(models.started()).toHaveLength(2);
  expect(again).toEqual(before);
});

test("a text that the model cannot answer because its process ended is told so, and the next one finds another", async () => {
  await using embedder = createLocalEmbedder();
  using models = watchModels();
  const asked = embedder.embed([question], { timeoutMs: 60_000 });
  models.started()[0]?.kill("SIGKILL");
  await expect(asked).rejects.toThrow("The local embeddings model failed: its process ended with SIGKILL");
  expect(await embedder.embed([question], { timeoutMs: 60_000 })).toHaveLength(1);
});
