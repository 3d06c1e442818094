import { describe, expect, test } from "vitest";
import { startModelServer } from "../support/model-server.ts";
import { answerTo, askedIn, postBlocks, sendBlocks, unpairedCalls } from "../support/post-blocks.ts";
import { startRecordingApi } from "../support/recording-api.ts";
import type { Answering } from "../support/recording-api.ts";
import { returning, returnTools, shopToken } from "../support/return-desk.ts";
import { missingForCluster, spawnCluster } from "../support/spawn-cluster.ts";
import { spawnService } from "../support/spawn-service.ts";
import { ask, hear, history } from "../support/visitor.ts";

const line = "POST /orders/1042/returns";

/** The service as a separate process, with a visitor who was asked to confirm a return. */
async function spawnAsked(answering: Answering) {
  await using stack = new AsyncDisposableStack();
  const api = stack.use(await startRecordingApi(answering));
  const model = stack.use(await startModelServer(returning));
  const service = stack.use(
    await spawnService({
      model: { provider: "openai", baseUrl: model.baseUrl, name: "m" },
      agent: { tools: returnTools(api.url) },
      settings: { SHOP_TOKEN: shopToken, SERVICECHAT_ALLOWED_NETWORKS: "127.0.0.0/8" },
    }),
  );
  await service.start();
  const reply = await ask(service, "Please return 1042");
  const kept = stack.move();
  return {
    api,
    model,
    service,
    token: reply.token,
    asked: askedIn(reply),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

test("a request that was awaiting confirmation before a kill -9 is confirmed after it, and made once", async () => {
  await using desk = await spawnAsked(() => ({ returnId: "R-7" }));
  const { api, model, service, token, asked } = desk;
  await service.end("SIGKILL");
  await service.start();
  const question = (await history(service, token))[1]?.parts.at(-1);
  expect(question).toMatchObject({ type: "question", id: asked?.id, confirm: asked?.confirm });
  expect(question?.["answer"]).toBeUndefined();

  const reply = await sendBlocks(service, [answerTo(asked, "Confirm")], token);

  expect(reply.text).toContain("R-7");
  expect(api.lines()).toEqual([line]);
  await service.end("SIGKILL");
  await service.start();
  expect((await postBlocks(service, [answerTo(asked, "Confirm")], { token })).status).toBe(400);
  expect(api.lines()).toEqual([line]);
  expect(model.asked.flatMap(unpairedCalls)).toEqual([]);
});

test("a request in progress at a kill -9 is not made again: the reply is incomplete, and the model is told", async () => {
  await using desk = await spawnAsked(() => undefined);
  const { api, model, service, token, asked } = desk;
  const confirm = [answerTo(asked, "Confirm")];
  const headers = { "Idempotency-Key": crypto.randomUUID() };
  const cut = await postBlocks(service, confirm, { token, headers });
  await api.hasHeard(1);
  await service.end("SIGKILL");
  await cut.text().catch(() => undefined);
  await service.start();

  const [, , answer, reply] = await history(service, token);
  expect(answer).toMatchObject({ role: "user", content: "Confirm" });
  expect(reply).toMatchObject({ role: "assistant", status: "incomplete" });
  expect(JSON.stringify(reply?.parts)).not.toContain('"running"');
  const replayed = await hear(await postBlocks(service, confirm, { token, headers }));
  expect(replayed.events.at(-1)).toMatchObject({ event: "error", data: { code: "reply_cut" } });
  expect((await postBlocks(service, confirm, { token })).status).toBe(400);

  await ask(service, "Did it work?", { token });

  expect(JSON.stringify(model.asked.at(-1))).toContain("may have been made or not");
  expect(model.asked.flatMap(unpairedCalls)).toEqual([]);
  expect(api.lines()).toEqual([line]);
});

const missing = await missingForCluster();

describe.skipIf(missing !== undefined)(`on two nodes${missing === undefined ? "" : ` (${missing})`}`, () => {
  test("a request in progress when its node was lost is not made again by the other", async () => {
    await using api = await startRecordingApi(() => undefined);
    await using two = await spawnCluster({
      agent: { tools: returnTools(api.url) },
      settings: { SHOP_TOKEN: shopToken, SERVICECHAT_ALLOWED_NETWORKS: "127.0.0.0/8" },
    });
    two.model.answer(returning);
    const { token, events } = await ask(two.b, "Please return 1042");
    const confirm = [answerTo(askedIn({ events }), "Confirm")];
    const cut = await postBlocks(two.a, confirm, { token });
    await api.hasHeard(1);
    const following = await two.b.fetch("/chat-bot/stream", { headers: { "X-Session-Token": token } });
    await two.a.end("SIGKILL");
    await cut.text().catch(() => undefined);

    expect((await hear(following)).events.at(-1)).toMatchObject({
      event: "error",
      data: { code: "reply_cut" },
    });
    expect((await history(two.b, token)).at(-1)).toMatchObject({ role: "assistant", status: "incomplete" });
    expect((await postBlocks(two.b, confirm, { token })).status).toBe(400);
    await ask(two.b, "Did it work?", { token });
    expect(JSON.stringify(two.model.asked.at(-1))).toContain("may have been made or not");
    expect(api.lines()).toEqual([line]);
  });
});
