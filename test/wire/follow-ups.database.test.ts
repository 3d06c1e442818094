import { readFileSync } from "node:fs";
import { StorageUnavailable } from "@servicechat/storage";
import { openSqlite } from "@servicechat/storage/sqlite";
import { describe, expect, test } from "vitest";
import { parse as parseYaml } from "yaml";
import { onOneNode } from "../support/on-one-node.ts";
import { startModelServer, type ModelScript } from "../support/model-server.ts";
import { startService } from "../support/start-service.ts";
import { ask, hear, history, post } from "../support/visitor.ts";

const questions = ["How long do refunds take?", "Can I return a gift?"];
const suggestion = { tool: "suggest_follow_ups", input: { questions } };
const answering: ModelScript = () => ["Within ", "30 days.", suggestion];
const agent = { followUps: true };
const never = new Promise<void>(() => undefined);

onOneNode("follow-ups", (nodes) => {
  test("come once, directly before done, after one round of the model, and remain in the history", async () => {
    await using service = await startService({ nodes, agent, script: answering });

    const reply = await ask(service, "How do returns work?");

    const last = reply.events.slice(-2);
    expect(last.map(({ event, data }) => [event, data])).toEqual([
      ["follow_ups", { questions }],
      ["done", {}],
    ]);
    expect(new Set(reply.events.slice(1, -2).map(({ event }) => event))).toEqual(new Set(["text"]));
    expect(service.model.asked).toHaveLength(1);
    const [, answer] = await history(service, reply.token);
    expect(answer).toMatchObject({ content: "Within 30 days.", status: "complete" });
    expect(answer?.parts).toEqual([
      { type: "text", text: "Within 30 days." },
      { type: "follow_ups", questions },
    ]);
  });

  test("one that is chosen is a visitor's message like any other, after an answer like any other", async () => {
    await using service = await startService({ nodes, agent, script: answering });
    const { token } = await ask(service, "How do returns work?");

    const reply = await ask(service, questions[1] ?? "", { token });

    expect(reply.events.at(-1)?.event).toBe("done");
    const sent = service.model.asked[1]?.messages as { role: string; content: unknown }[];
    expect(sent.map(({ role }) => role)).toEqual(["system", "user", "assistant", "user"]);
    expect(sent.at(-1)).toMatchObject({ content: questions[1] });
    const [, , mine] = await history(service, token);
    expect(mine).toMatchObject({ role: "user", content: questions[1] });
  });

  test("are repeated with a reply that has ended", async () => {
    await using service = await startService({ nodes, agent, script: answering });
    const headers = { "Idempotency-Key": "b7c3e0a4-2f1d-4a53-9d50-6c1d6f0f7a11" };
    const first = await ask(service, "How do returns work?", { headers });

    const again = await hear(await post(service, "How do returns work?", { token: first.token, headers }));

    expect(again.response.headers.get("Idempotency-Replayed")).toBe("true");
    expect(again.events.slice(-2).map(({ event, data }) => [event, data])).toEqual([
      ["follow_ups", { questions }],
      ["done", {}],
    ]);
    expect(service.model.asked).toHaveLength(1);
  });
});

describe("a reply that is not complete", () => {
  test("offers none if the visitor stops it after they were written", async () => {
    const script: ModelScript = () => ["Within ", suggestion, { until: never }];
    await using service = await startService({ agent, script });
    const answer = await post(service, "How do returns work?");
    const headers = { "X-Session-Token": answer.headers.get("X-Session-Token") ?? "" };

    const reply = await hear(answer, ({ event }) => {
      if (event === "text") void service.fetch("/chat-bot/stop", { method: "POST", headers });
    });

    expect(reply.events.map(({ event }) => event)).toEqual(["start", "text", "done"]);
    const [, stopped] = await history(service, reply.token);
    expect(stopped).toMatchObject({ status: "stopped", parts: [{ type: "text", text: "Within " }] });
  });

  test("offers none if its model breaks off after it has written them", async () => {
    const heard = Promise.withResolvers<void>();
    const script: ModelScript = () => ["Within ", suggestion, { until: heard.promise }, { cut: true }];
    await using service = await startService({ agent, script });

    const reply = await hear(await post(service, "How do returns work?"), ({ event }) => {
      if (event === "text") heard.resolve();
    });

    expect(reply.events.map(({ event }) => event)).toEqual(["start", "text", "error"]);
    const [, cut] = await history(service, reply.token);
    expect(cut?.parts).toEqual([{ type: "text", text: "Within " }]);
  });

  test("offers none if its end cannot be saved at first: then it is incomplete", async () => {
    let isAway = true;
    await using service = await startService({
      agent,
      script: answering,
      openStorage: async (file) => {
        const storage = await openSqlite({ file });
        const endReply: typeof storage.conversations.endReply = (end) =>
          isAway ? Promise.reject(new StorageUnavailable("away")) : storage.conversations.endReply(end);
        return { ...storage, conversations: { ...storage.conversations, endReply } };
      },
    });

    const reply = await ask(service, "How do returns work?");
    isAway = false;

    expect(reply.events.at(-1)?.event).toBe("error");
    expect(reply.events.map(({ event }) => event)).not.toContain("follow_ups");
    await expect
      .poll(async () => (await history(service, reply.token))[1])
      .toMatchObject({ status: "incomplete", parts: [{ type: "text", text: "Within 30 days." }] });
  });
});

test("an agent without follow-ups does not mention them, and its model cannot suggest any", async () => {
  await using service = await startService();
  const reply = await ask(service, "How do returns work?");
  expect(reply.events.map(({ event }) => event)).not.toContain("follow_ups");
  expect(JSON.stringify(service.model.asked)).not.toContain("suggest_follow_ups");
});

test("the example with suggested questions is an agent that suggests them", async () => {
  const file = new URL("../../examples/agents/follow-ups.yaml", import.meta.url);
  const example = parseYaml(readFileSync(file, "utf8")) as { model: object };
  await using model = await startModelServer(answering);
  await using service = await startService({
    agent: { ...example, id: "acme-support", model: { ...example.model, baseUrl: model.baseUrl } },
    environment: { OPENAI_API_KEY: "sk-x" },
  });

  const { events } = await ask(service, "How do returns work?");

  expect(events.at(-2)).toMatchObject({ event: "follow_ups", data: { questions } });
});
