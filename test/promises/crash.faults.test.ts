import { expect, test } from "vitest";
import { startModelServer, words } from "../support/model-server.ts";
import { spawnService } from "../support/spawn-service.ts";
import { ask, hear, history, post } from "../support/visitor.ts";

const slowWords = () =>
  words("one two three four five six seven eight nine ten").flatMap((word) => [word, { wait: 40 }]);

test("Promise 10: a repeated request after a crash finds the stored turn, with the same session token", async () => {
  await using model = await startModelServer(slowWords);
  await using service = await spawnService({
    model: { provider: "openai", baseUrl: model.baseUrl, name: "m" },
  });
  await service.start();
  const headers = { "Idempotency-Key": crypto.randomUUID() };
  const first = await post(service, "only once", { headers });
  const token = first.headers.get("X-Session-Token") ?? "";
  await service.end("SIGKILL");
  await first.text().catch(() => undefined);
  await service.start();

  const again = await ask(service, "only once", { headers });

  expect(again.token).toBe(token);
  expect(again.response.headers.get("Idempotency-Replayed")).toBe("true");
  expect(again.events.at(-1)).toMatchObject({ event: "error", data: { retryable: true } });
  expect(await history(service, token)).toHaveLength(2);
  expect(model.asked.length).toBeLessThanOrEqual(1);
});

test("Promise 14: SIGTERM lets the running reply finish and exits 0; after a restart the reply is complete", async () => {
  await using model = await startModelServer(slowWords);
  await using service = await spawnService({
    model: { provider: "openai", baseUrl: model.baseUrl, name: "m" },
  });
  await service.start();
  const response = await post(service, "finish this");
  const reply = hear(response);

  const { code, log, tookMs } = await service.end("SIGTERM");

  // The reply needs half a second: a stop of 25 or more has abandoned it, or waited for something else.
  expect(tookMs, `ms from SIGTERM to the end; the log: ${log}`).toBeLessThan(20_000);
  expect(code).toBe(0);
  expect((await reply).events.at(-1)?.event).toBe("done");
  expect(log).not.toContain("unnamed error");
  expect(log).not.toContain("finish this");
  await service.start();
  const messages = await history(service, response.headers.get("X-Session-Token") ?? "");
  expect(messages[1]).toMatchObject({ status: "complete", content: (await reply).text });
});

test("Promise 28: a key revoked from the command line ends its open streams of the running service", async () => {
  await using model = await startModelServer(() => ["half", { until: new Promise(() => undefined) }]);
  await using service = await spawnService({
    model: { provider: "openai", baseUrl: model.baseUrl, name: "m" },
  });
  await service.start();
  const reply = hear(await post(service, "go"));
  const { stdout } = await service.command("key", "list", "--json");
  const keys = JSON.parse(stdout) as { id: string; agent: string }[];

  await service.command("key", "revoke", keys.find(({ agent }) => agent === "acme")?.id ?? "");

  expect((await service.fetch("/chat-bot/agent")).status).toBe(401);
  expect((await reply).events.at(-1)).toMatchObject({ event: "error", data: { retryable: false } });
});
