import { expect, test } from "vitest";
import { startModelServer, words } from "../support/model-server.ts";
import { spawnService } from "../support/spawn-service.ts";
import { ask } from "../support/visitor.ts";

const search = { tool: "search_knowledge", input: { query: "canary of a query" } };

/**
 * A service that was asked one question, for which the model was overloaded once and searched, and that refused a site.
 */
async function askedService(level: string) {
  let asked = 0;
  await using model = await startModelServer(() => {
    asked++;
    if (asked === 1) return { status: 503, body: "canary of a provider" };
    return asked === 2 ? [search] : words("The canary sings.");
  });
  await using service = await spawnService({
    model: { provider: "openai", baseUrl: model.baseUrl, name: "some-model", apiKeyEnv: "CANARY_KEY" },
    agent: { tools: ["search_knowledge"] },
    settings: { SERVICECHAT_LOG_LEVEL: level, CANARY_KEY: "sk-canary-of-an-operator" },
  });
  await service.start();
  const { response, events, token } = await ask(service, "search for my canary");
  const refused = await service.fetch("/chat-bot/agent?canary=query", {
    headers: { Origin: "https://canary.example" },
  });
  const { log } = await service.end("SIGTERM");
  return {
    log,
    lines: log
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>),
    requestId: response.headers.get("X-Request-Id"),
    replyId: String(events[0]?.id).replace(/\.\d+$/, ""),
    refusedId: refused.headers.get("X-Request-Id"),
    secrets: [service.key, token, token.slice(3), "canary", "sings", "shop.example"],
  };
}

test("at debug, the log shows how a request was answered and what its reply did, step by step", async () => {
  const { lines, requestId, replyId, refusedId } = await askedService("debug");

  const ids = { requestId, replyId };
  expect(lines.filter((line) => line["requestId"] === requestId)).toMatchObject([
    { ...ids, msg: "a reply begins", agentId: "acme" },
    { ...ids, msg: "asking the model again" },
    { ...ids, msg: "a step of a reply ended", step: "chat some-model", ms: expect.any(Number) as number },
    { ...ids, msg: "a step of a reply ended", step: "execute_tool search_knowledge" },
    { ...ids, step: "chat some-model", "gen_ai.response.finish_reasons": ["stop"] },
    { ...ids, msg: "a reply ended", status: "complete" },
    { requestId, msg: "a request was answered", method: "POST", door: "/chat-bot/", status: 200 },
  ]);
  expect(lines.filter((line) => line["requestId"] === refusedId)).toMatchObject([
    { door: "/chat-bot/agent", status: 403, code: "origin_not_allowed" },
  ]);
});

test("Promise 38: even at trace, no line contains a key, a token, a message, an answer, a query or an origin", async () => {
  const { log, lines, secrets } = await askedService("trace");
  expect(lines.length).toBeGreaterThan(7);
  // The operator may read the provider's message about its failure.
  const told = log.replaceAll("canary of a provider", "");
  for (const hidden of secrets) expect(told).not.toContain(hidden);
});

test("at info, requests and replies without problems are not in the log", async () => {
  const { lines } = await askedService("info");
  expect(lines.map(({ msg }) => msg)).toEqual([
    "asking the model again",
    "stopping: waiting for running replies to finish",
  ]);
});
