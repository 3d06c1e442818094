import { describe, expect, test } from "vitest";
import { askAgent, secret } from "./ask-agent.ts";
import { recording, refusal, startModelServer } from "./model-server.ts";

describe("settings that cannot work", () => {
  test("a variable that is not set is named in the log, and nobody is asked", async () => {
    await using server = await startModelServer({ body: recording("openai-text") });

    const { outcome, logged } = await askAgent({ url: server.url, dependencies: { environment: {} } });

    expect(outcome.failure).toBe("model_refused");
    expect(String(Object.values(logged[0]?.detail ?? {})[0])).toContain("MODEL_KEY");
    expect(server.requests).toHaveLength(0);
  });

  test("a key that is invalid in a header is a matter for the operator", async () => {
    await using server = await startModelServer({ body: recording("openai-text") });

    const { outcome, logged } = await askAgent({
      url: server.url,
      dependencies: { environment: { MODEL_KEY: "sk-broken\nkey" } },
    });

    expect(outcome.failure).toBe("model_refused");
    expect(String(Object.values(logged[0]?.detail ?? {})[0])).not.toContain("sk-broken");
  });
});

test("neither the provider's words nor its address nor the key ever reach an event, and only a status the log", async () => {
  const words = `Incorrect API key provided: ${secret}. Ask db-7.internal.example.`;
  await using server = await startModelServer(refusal(401, { message: words }));

  const { events, logged, outcome } = await askAgent({ url: server.url });

  const seen = JSON.stringify({ events, outcome });
  for (const part of ["Incorrect", "internal.example", "127.0.0.1", secret]) expect(seen).not.toContain(part);
  const log = logged.map(({ detail }) => Object.values(detail).map(String)).join();
  expect(log).toContain("the provider reports a failure: status 401");
  for (const part of ["Incorrect", "internal.example", secret]) expect(log).not.toContain(part);
});

test("the key is in a header and never in the body, for both kinds of provider", async () => {
  for (const provider of ["openai", "anthropic"] as const) {
    await using server = await startModelServer({ body: recording(`${provider}-text`) });

    await askAgent({ url: server.url, provider });

    expect(JSON.stringify(server.requests[0]?.headers)).toContain(secret);
    expect(server.requests[0]?.text).not.toContain(secret);
  }
});

test("what the provider says inside a stream reaches no log either, but for a known code", async () => {
  const error = { type: "authentication_error", message: `Incorrect API key provided: ${secret}` };
  await using server = await startModelServer({ body: `data: ${JSON.stringify({ error })}\n\n` });

  const { logged } = await askAgent({ url: server.url });

  const log = logged.map(({ detail }) => Object.values(detail).map(String)).join();
  expect(log).toContain("the provider reports a failure: authentication_error");
  for (const part of ["Incorrect", secret]) expect(log).not.toContain(part);
});
