import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { inspect } from "node:util";
import { expect, test } from "vitest";
import { failures } from "@servicechat/contract";
import { changeModel, startFailing } from "../support/failing-provider.ts";
import { listChats } from "../support/list-chats.ts";
import type { ModelStep } from "../support/model-server.ts";
import { startModelServer } from "../support/model-server.ts";
import { onOneAndTwoNodes } from "../support/on-one-and-two-nodes.ts";
import { readMetrics } from "../support/read-metrics.ts";
import { spawnService } from "../support/spawn-service.ts";
import { startService } from "../support/start-service.ts";
import type { StartOptions, TestService } from "../support/start-service.ts";
import { ask, hear, history, post } from "../support/visitor.ts";

/** Maximum number of tokens in one reply. */
const most = 50;

/** What the provider reports at the end of an answer. */
const counted = (tokens: number): ModelStep => ({
  raw: `data: ${JSON.stringify({ choices: [], usage: { prompt_tokens: 9, completion_tokens: tokens } })}\n\n`,
});

const noon = Date.UTC(2026, 4, 4, 12);

/** Noon of some day, until it is set. */
function createClock() {
  let wall = noon;
  return {
    wallMs: () => wall,
    monotonicMs: () => performance.now(),
    set(next: number) {
      wall = next;
    },
  };
}

const codeOf = async (response: Response): Promise<string> =>
  ((await response.json()) as { code: string }).code;

/** The keys of its agent have this daily budget; each reply uses its maximum, unless a script says otherwise. */
async function startBudgeted(dailyOutputTokens: number, options: StartOptions) {
  const { script = () => ["All I may say.", counted(most)], ...rest } = options;
  const service = await startFailing(script, {
    agent: { limits: { dailyOutputTokens } },
    clock: createClock(),
    ...rest,
  });
  await changeModel(service, { maxOutputTokens: most });
  return service;
}

/** Earlier than the service asks for, so that there is always a crowd. */
const comeAgainMs = 10;

/** An overloaded machine may refuse with 503 in between; nothing of such a message is stored. */
async function postUntilSaved(service: TestService, text: string): Promise<Response> {
  for (;;) {
    const response = await post(service, text);
    if (response.status !== 503) return response;
    await response.body?.cancel();
    await pause(comeAgainMs);
  }
}

onOneAndTwoNodes("a key's daily budget", (nodes) => {
  test("Promise 36: in a flood of messages, no more are answered at once than the budget and one reply allow", async () => {
    const answered = Promise.withResolvers<void>();
    await using service = await startBudgeted(4 * most - 1, {
      nodes,
      script: () => ["Hello.", { until: answered.promise }, counted(most)],
    });
    const responses = await Promise.all(Array.from({ length: 25 }, () => postUntilSaved(service, "hello")));
    const taken = responses.filter(({ status }) => status === 200);
    const refused = responses.filter(({ status }) => status === 429);
    expect([taken.length, refused.length]).toEqual([4, 21]);
    for (const response of refused) {
      expect(await response.json()).toMatchObject({ code: "key_busy", retryable: true });
      expect(Number(response.headers.get("Retry-After"))).toBe(5);
      expect(response.headers.has("X-Session-Token")).toBe(false);
    }
    answered.resolve();
    for (const response of taken) expect((await hear(response)).events.at(-1)?.event).toBe("done");

    expect(await codeOf(await post(service, "hello"))).toBe("budget_used_up");
    expect(service.model.asked).toHaveLength(4);
    expect(await listChats(service.storage)).toHaveLength(4);
  });

  test("Promise 36: whatever replies use, a flood uses the budget up and exceeds it by less than one reply", async () => {
    // Five replies at a time, so that three of the visitors below are always refused.
    const budget = 5 * most;
    let said = 0;
    let replies = 0;
    await using service = await startBudgeted(budget, {
      nodes,
      rateLimit: 1_000_000,
      script: () => {
        const tokens = ((++replies * 37) % most) + 1;
        said += tokens;
        return ["Hello.", { wait: tokens % 5 }, counted(tokens)];
      },
    });
    const refusals = new Set<string>();
    async function visit(): Promise<void> {
      for (;;) {
        const response = await postUntilSaved(service, "hello");
        if (response.status === 200) await hear(response);
        else {
          const code = await codeOf(response);
          refusals.add(code);
          if (code === "budget_used_up") return;
          await pause(comeAgainMs);
        }
      }
    }
    await Promise.all(Array.from({ length: 8 }, visit));
    expect(refusals).toEqual(new Set(["key_busy", "budget_used_up"]));
    expect(said).toBeGreaterThanOrEqual(budget);
    expect(said).toBeLessThan(budget + most);
    await expect
      .poll(() => service.storage.budgets.usedOn(noon))
      .toEqual([{ keyId: service.keyId, used: said, reserved: 0 }]);
  });

  test("Promise 15: budget used up: 429 that is not retryable until midnight UTC, nothing stored, no model called, one line in the log", async () => {
    const clock = createClock();
    await using service = await startBudgeted(most, {
      nodes,
      clock,
    });
    const first = await ask(service, "the first");
    const { token } = first;
    clock.set(Date.UTC(2026, 4, 4, 23, 58, 59, 500));
    for (const options of [{ token }, {}, { token }]) {
      const refused = await post(service, "the second", options);
      expect(refused.status).toBe(429);
      expect(refused.headers.get("Retry-After")).toBe("61");
      expect(refused.headers.get("Content-Type")).toBe("application/problem+json");
      expect(refused.headers.has("X-Session-Token")).toBe(false);
      const { title, message } = failures.budget_used_up;
      expect(await refused.json()).toMatchObject({
        title,
        detail: message,
        code: "budget_used_up",
        retryable: false,
      });
    }
    expect((await history(service, token)).map(({ content }) => content)).toEqual([
      "the first",
      "All I may say.",
    ]);
    expect(await listChats(service.storage)).toHaveLength(1);
    expect(service.model.asked).toHaveLength(1);
    const lines = service.logged.filter(({ message }) => message.includes("daily budget"));
    expect(lines).toMatchObject([
      {
        level: "warn",
        detail: { keyId: service.keyId, agentId: "acme-support", dailyOutputTokens: most },
      },
    ]);
    expect(inspect(lines, { depth: Infinity })).not.toContain(service.key);
    const pages = await Promise.all(Array.from({ length: nodes }, () => readMetrics(service)));
    const refusals = pages.map(({ values }) =>
      values.get('servicechat_refusals_total{code="budget_used_up"}'),
    );
    expect(refusals.reduce<number>((sum, count) => sum + (count ?? 0), 0)).toBe(3);

    clock.set(Date.UTC(2026, 4, 5));
    expect((await ask(service, "the next day", { token })).text).toBe("All I may say.");
    expect(await codeOf(await post(service, "once more", { token }))).toBe("budget_used_up");
    expect(service.logged.filter(({ message }) => message.includes("daily budget"))).toHaveLength(2);
  });

  test("Promise 15: budget used up: a queued message is answered, since its share was reserved", async () => {
    const more = Promise.withResolvers<void>();
    await using service = await startBudgeted(2 * most, {
      nodes,
      script: () => ["Hello.", { until: more.promise }, counted(2 * most)],
    });
    const first = await post(service, "one");
    const token = first.headers.get("X-Session-Token") ?? "";
    const second = await post(service, "two", { token });
    expect(await codeOf(await post(service, "three", { token }))).toBe("key_busy");
    more.resolve();
    for (const response of [first, second]) {
      const { events } = await hear(response);
      expect(events.at(-1)?.event).toBe("done");
    }
    expect(await codeOf(await post(service, "three", { token }))).toBe("budget_used_up");
    expect((await history(service, token)).map(({ status }) => status)).toEqual(Array(4).fill("complete"));
  });

  test("Promise 10: a repeated message gets its stored answer, even if the budget is used up", async () => {
    await using service = await startBudgeted(most, {
      nodes,
    });
    const headers = { "Idempotency-Key": crypto.randomUUID() };
    const replies = await Promise.all(Array.from({ length: 6 }, () => ask(service, "hello", { headers })));
    expect(await codeOf(await post(service, "another"))).toBe("budget_used_up");
    const late = await ask(service, "hello", { headers });
    expect([...replies, late].map(({ text }) => text)).toEqual(Array(7).fill("All I may say."));
    expect(late.response.headers.get("Idempotency-Replayed")).toBe("true");
    expect(service.model.asked).toHaveLength(1);
    const refused = { "Idempotency-Key": crypto.randomUUID() };
    for (let again = 0; again < 2; again++)
      expect(await codeOf(await post(service, "another", { headers: refused }))).toBe("budget_used_up");
  });

  test("a stopped reply counts with what it wrote, and another key has its own budget", async () => {
    await using service = await startBudgeted(most, {
      nodes,
      script: () => ["Four words and more.", { until: new Promise<void>(() => undefined) }],
    });
    const response = await post(service, "hello");
    const token = response.headers.get("X-Session-Token") ?? "";
    const stop = { method: "POST", headers: { "X-Session-Token": token } };
    const reply = await hear(response, ({ event }) => {
      if (event === "text") void service.fetch("/chat-bot/stop", stop);
    });
    expect(reply.events.at(-1)?.event).toBe("done");
    expect(await service.storage.budgets.usedOn(noon)).toEqual([
      { keyId: service.keyId, used: 5, reserved: 0 },
    ]);
    service.model.answer(() => ["All I may say.", counted(most)]);
    await ask(service, "hello");
    expect(await codeOf(await post(service, "hello"))).toBe("budget_used_up");
    const other = await service.createKey();
    const headers = { Authorization: `Bearer ${other.key}` };
    expect((await ask(service, "hello", { headers })).text).toBe("All I may say.");
  });

  test("without a budget, nothing is counted and nothing refused", async () => {
    await using service = await startService({ nodes, clock: createClock() });
    await ask(service, "hello");
    expect(await service.storage.budgets.usedOn(noon)).toEqual([]);
  });
});

/**
 * Counts restart at midnight UTC, by the clock of a separate process: anything that midnight interrupts is repeated.
 */
async function withinOneDay(visit: () => Promise<void>): Promise<void> {
  const today = () => new Date().getUTCDate();
  const day = today();
  try {
    await visit();
  } catch (fault) {
    if (today() === day) throw fault;
    await visit();
  }
}

test("Promise 36: after a crash, a reply counts with what it had written, and the rest of its reservation is released", () =>
  withinOneDay(async () => {
    await using model = await startModelServer(() => [
      "Twenty-four characters..",
      { until: new Promise<void>(() => undefined) },
    ]);
    const definition = {
      provider: "openai",
      baseUrl: model.baseUrl,
      name: "m",
      maxOutputTokens: most,
    };
    await using service = await spawnService({ model: definition });
    const file = join(service.dataDirectory, "agent.json");
    const limits = { dailyOutputTokens: most };
    await writeFile(file, JSON.stringify({ id: "acme", name: "Acme", model: definition, limits }));
    await service.command("agent", "apply", file);
    await service.start();
    const response = await post(service, "hello");
    const token = response.headers.get("X-Session-Token") ?? "";
    await expect.poll(async () => (await history(service, token))[1]?.content).toContain("characters");
    expect(await codeOf(await post(service, "hello"))).toBe("key_busy");
    await service.end("SIGKILL");
    await response.text().catch(() => undefined);
    await service.start();

    model.answer(() => ["All the rest.", counted(most - 6)]);
    const listed = await service.command("key", "list", "--agent", "acme", "--json");
    expect(JSON.parse(listed.stdout)).toMatchObject([{ outputTokensToday: { used: 6, of: most } }]);
    expect((await ask(service, "hello")).text).toBe("All the rest.");
    expect(await codeOf(await post(service, "hello"))).toBe("budget_used_up");
    const { log } = await service.end("SIGTERM");
    expect(log.match(/daily budget/g)).toHaveLength(1);
  }));
