import { expect, test } from "vitest";
import { startModelServer, words } from "../support/model-server.ts";
import { spawnService } from "../support/spawn-service.ts";
import { ask, hear, history, post } from "../support/visitor.ts";
import type { HeardEvent } from "../support/visitor.ts";

const slowWords = () =>
  words("one two three four five six seven eight nine ten").flatMap((word) => [word, { wait: 40 }]);

test(
  "Promise 1: kill -9 at any instant keeps every acknowledged message once, and the reply up to its last commit",
  { timeout: 90_000 },
  async () => {
    await using model = await startModelServer(slowWords);
    await using service = await spawnService({
      model: { provider: "openai", baseUrl: model.baseUrl, name: "m" },
    });
    const acknowledged: { token: string; text: string; shown: HeardEvent[] }[] = [];

    for (let round = 0; round < 5; round++) {
      await service.start();
      const visitors = Array.from({ length: 6 }, async (_, visitor) => {
        const text = `round ${round} visitor ${visitor}`;
        // Spread over the round, so that the kill meets every stage of a turn.
        await new Promise((resolve) => setTimeout(resolve, visitor * 45));
        const response = await post(service, text).catch(() => undefined);
        if (response?.status !== 200) return;
        const kept = {
          token: response.headers.get("X-Session-Token") ?? "",
          text,
          shown: [] as HeardEvent[],
        };
        acknowledged.push(kept);
        await hear(response, (event) => kept.shown.push(event)).catch(() => undefined);
      });
      await new Promise((resolve) => setTimeout(resolve, 150 + round * 90));
      await service.end("SIGKILL");
      await Promise.all(visitors);
    }

    await service.start();
    expect(acknowledged.length).toBeGreaterThan(5);
    const whole = "one two three four five six seven eight nine ten";
    for (const { token, text, shown } of acknowledged) {
      const messages = await history(service, token);
      expect(messages.map(({ role }) => role)).toEqual(["user", "assistant"]);
      expect(messages[0]?.content).toBe(text);
      expect(whole.startsWith(messages[1]?.content ?? "?")).toBe(true);
      const heardTheEnd = shown.at(-1)?.event === "done";
      // Whoever heard `done` finds it all; the kill may also have come between the last commit and the last event.
      const isWhole = messages[1]?.content === whole && messages[1].status === "complete";
      expect(isWhole || (!heardTheEnd && messages[1]?.status === "incomplete")).toBe(true);
    }
  },
);

test(
  "Promise 10: a repeated request after a crash finds the kept turn, with the same session token",
  { timeout: 60_000 },
  async () => {
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
  },
);

test(
  "Promise 14: SIGTERM lets the running reply finish and exits 0; a restart has it all",
  { timeout: 60_000 },
  async () => {
    await using model = await startModelServer(slowWords);
    await using service = await spawnService({
      model: { provider: "openai", baseUrl: model.baseUrl, name: "m" },
    });
    await service.start();
    const response = await post(service, "finish this");
    const reply = hear(response);

    const { code, log } = await service.end("SIGTERM");

    expect(code).toBe(0);
    expect((await reply).events.at(-1)?.event).toBe("done");
    expect(log).not.toContain("unnamed error");
    expect(log).not.toContain("finish this");
    await service.start();
    const messages = await history(service, response.headers.get("X-Session-Token") ?? "");
    expect(messages[1]).toMatchObject({ status: "complete", content: (await reply).text });
  },
);

test(
  "Promise 28: a key revoked with the command line ends its open streams of the running service",
  { timeout: 60_000 },
  async () => {
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
  },
);
