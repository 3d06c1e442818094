import { StorageUnavailable } from "@servicechat/storage";
import { openSqlite } from "@servicechat/storage/sqlite";
import { describe, expect, test } from "vitest";
import { listChats } from "../support/list-chats.ts";
import { words } from "../support/model-server.ts";
import { rawRequest } from "../support/raw-request.ts";
import { readMetrics } from "../support/read-metrics.ts";
import { shop, startService } from "../support/start-service.ts";
import { ask, hear, history, post } from "../support/visitor.ts";

const json = { "Content-Type": "application/json" };
const tokensUsed = (written: number, read: number) => ({
  raw: `data: ${JSON.stringify({ choices: [], usage: { completion_tokens: written, prompt_tokens: read } })}\n\n`,
});

describe("what GET /metrics counts", () => {
  test("requests by route and outcome, and refusals by code: exactly those that were made", async () => {
    await using service = await startService();
    const tight = await service.createKey({ rateLimit: 1 });
    const withTight = { Authorization: `Bearer ${tight.key}` };

    const { headers } = await service.fetch("/chat-bot/config");
    for (let round = 0; round < 2; round++) await service.fetch("/chat-bot/config");
    await service.fetch("/chat-bot/config", { headers: { "If-None-Match": headers.get("ETag") ?? "" } });
    await service.fetch("/chat-bot/config", { method: "OPTIONS" });
    await service.fetch("/chat-bot/config", { headers: { Origin: "https://evil.example" } });
    await service.fetch("/chat-bot/config", { method: "POST" });
    await fetch(`${service.baseUrl}/chat-bot/history`, { headers: { Origin: shop } });
    await service.fetch("/chat-bot/history", { headers: { Authorization: "Bearer nonsense" } });
    await service.fetch("/chat-bot/history");
    await service.fetch("/chat-bot/agent", { headers: withTight });
    await service.fetch("/chat-bot/agent", { headers: withTight });
    await service.fetch("/chat-bot/", { method: "POST", headers: json, body: "{" });
    const { token } = await ask(service, "hello");
    await history(service, token);
    await service.fetch("/nowhere/at/all");
    await service.fetch("/chat/assets/gone.js");
    await fetch(`${service.baseUrl}/healthz`, { method: "HEAD" });
    await rawRequest(service.port, "nonsense\r\n\r\n");
    await rawRequest(service.port, "GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n");

    const page = await readMetrics(service);
    expect(page.above0("servicechat_requests_total")).toEqual({
      'door="/chat-bot/config",outcome="2xx"': 4,
      'door="/chat-bot/config",outcome="3xx"': 1,
      'door="/chat-bot/config",outcome="4xx"': 2,
      'door="/chat-bot/history",outcome="2xx"': 1,
      'door="/chat-bot/history",outcome="4xx"': 3,
      'door="/chat-bot/agent",outcome="2xx"': 1,
      'door="/chat-bot/agent",outcome="4xx"': 1,
      'door="/chat-bot/",outcome="2xx"': 1,
      'door="/chat-bot/",outcome="4xx"': 1,
      'door="/chat/*",outcome="4xx"': 1,
      'door="/healthz",outcome="2xx"': 1,
      'door="none",outcome="4xx"': 3,
    });
    expect(page.above0("servicechat_refusals_total")).toEqual({
      'code="origin_not_allowed"': 1,
      'code="method_not_allowed"': 1,
      'code="key_missing"': 1,
      'code="key_rejected"': 1,
      'code="session_not_found"': 1,
      'code="rate_limited"': 1,
      'code="malformed_request"': 3,
      'code="not_found"': 2,
    });
  });

  test("a body that never ends is one request, not two", async () => {
    await using service = await startService();
    const head = `POST /chat-bot/ HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${service.key}\r\nOrigin: ${shop}\r\n`;
    await rawRequest(service.port, `${head}Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{`);

    await expect
      .poll(async () => (await readMetrics(service)).above0("servicechat_refusals_total"))
      .toEqual({ 'code="request_timeout"': 1 });
    const requests = (await readMetrics(service)).above0("servicechat_requests_total");
    expect(requests['door="/chat-bot/",outcome="4xx"']).toBe(1);
    expect(requests['door="none",outcome="4xx"']).toBeUndefined();
  });

  test("replies by how they ended, their events, times and tokens", async () => {
    const begunAt = performance.now();
    await using service = await startService({
      script: () => [...words("One two three."), tokensUsed(7, 0)],
    });
    const { token, events } = await ask(service, "first");
    service.model.answer(() => ["Half an ans", { wait: 60 }, { cut: true }]);
    await ask(service, "second", { token });
    service.model.answer(() => [{ wait: 300 }, "Late.", { until: new Promise(() => undefined) }]);
    const stopped = await post(service, "third", { token });
    await hear(stopped, ({ event }) => {
      if (event === "text") void service.fetch("/chat-bot/stop", withToken("POST", token));
    });

    const page = await readMetrics(service);
    expect(page.above0("servicechat_replies_total")).toEqual({
      'status="complete"': 1,
      'status="incomplete"': 1,
      'status="stopped"': 1,
    });
    expect(page.above0("servicechat_reply_failures_total")).toEqual({ 'code="reply_cut"': 1 });
    const texts = events.filter(({ event }) => event === "text").length;
    expect(page.above0("servicechat_events_sent_total")).toEqual({
      'type="start"': 3,
      'type="text"': texts + 2,
      'type="done"': 2,
      'type="error"': 1,
    });
    for (const name of ["first_event", "first_text", "model"]) {
      expect([name, page.values.get(`servicechat_${name}_seconds_count`)]).toEqual([name, 3]);
      expect(page.values.get(`servicechat_${name}_seconds_bucket{le="+Inf"}`)).toBe(3);
    }
    // One had to wait for 300 ms, and none for longer than all of this took.
    expect(page.values.get('servicechat_first_text_seconds_bucket{le="0.25"}')).toBeLessThanOrEqual(2);
    const firstTexts = page.values.get("servicechat_first_text_seconds_sum");
    expect(firstTexts).toBeGreaterThan(0.29);
    expect(firstTexts).toBeLessThan((3 * (performance.now() - begunAt)) / 1000);
    expect(page.values.get("servicechat_model_seconds_sum")).toBeGreaterThan(0.3);
    expect(page.values.get('servicechat_output_tokens_total{agent="acme-support"}')).toBeGreaterThanOrEqual(
      7,
    );
    expect(page.values.get('servicechat_input_tokens_total{agent="acme-support"}')).toBe(0);
  });

  test("tokens by agent, as the provider reports them", async () => {
    await using service = await startService({ script: () => ["Hello.", tokensUsed(1_234, 50_000)] });
    await ask(service, "hello");
    await ask(service, "hello");
    const page = await readMetrics(service);
    expect(page.above0("servicechat_output_tokens_total")).toEqual({ 'agent="acme-support"': 2_468 });
    expect(page.above0("servicechat_input_tokens_total")).toEqual({ 'agent="acme-support"': 100_000 });
  });

  test("the database's operations, and which failed", async () => {
    await using service = await startService({ script: () => ["One.", { wait: 600 }, " Two."] });
    const { token } = await ask(service, "hello");
    await history(service, token);
    const page = await readMetrics(service);
    const count = (operation: string) =>
      page.values.get(`servicechat_storage_seconds_count{operation="${operation}"}`);
    expect([count("accept"), count("end"), count("history")]).toEqual([1, 1, 1]);
    expect(count("progress")).toBeGreaterThanOrEqual(1);
    expect(page.above0("servicechat_storage_failures_total")).toEqual({});
  });

  test("a failed database operation is counted as that operation", async () => {
    await using service = await startService({ openStorage: brokenAt("readTurns") });
    const { token } = await ask(service, "hello");
    expect((await service.fetch("/chat-bot/history", withToken("GET", token))).status).toBe(503);

    const page = await readMetrics(service);
    expect(page.above0("servicechat_storage_failures_total")).toEqual({ 'operation="history"': 1 });
    expect(page.above0("servicechat_refusals_total")).toEqual({ 'code="storage_unavailable"': 1 });
    expect(page.values.get('servicechat_storage_seconds_count{operation="history"}')).toBe(1);
    expect(page.values.get('servicechat_requests_total{door="/chat-bot/history",outcome="5xx"}')).toBe(1);
  });

  test("streams resumed from a position: successful, already over, or lost", async () => {
    let finish: () => void = () => undefined;
    const until = new Promise<void>((resolve) => (finish = resolve));
    await using service = await startService({ script: () => ["One.", { until }, " Two."] });
    const first = await post(service, "hello");
    const token = first.headers.get("X-Session-Token") ?? "";
    const followed = hear(first);
    const follow = (position: string) => service.fetch("/chat-bot/stream", withToken("GET", token, position));

    expect((await follow("nonsense")).status).toBe(409);
    expect((await follow("rep_00000000-0000-7000-8000-000000000000.1")).status).toBe(409);
    await expect.poll(async () => (await readMetrics(service)).values.get(sentTexts)).toBe(1);
    const [reply] = await service.storage.conversations.openReplies(await sessionIdOf(service));
    expect((await follow(`${reply?.id}.99`)).status).toBe(409);
    const resumed = await follow(`${reply?.id}.1`);
    expect(resumed.status).toBe(200);
    finish();
    await Promise.all([followed, hear(resumed)]);
    expect((await follow(`${reply?.id}.1`)).status).toBe(204);

    const page = await readMetrics(service);
    expect(page.above0("servicechat_resumes_total")).toEqual({
      'outcome="resumed"': 1,
      'outcome="over"': 1,
      'outcome="lost"': 3,
    });
    expect(page.above0("servicechat_refusals_total")).toEqual({ 'code="resume_unavailable"': 3 });
  });

  test("current streams, running and waiting replies, and 0 when all have ended", async () => {
    let finish: () => void = () => undefined;
    const until = new Promise<void>((resolve) => (finish = resolve));
    await using service = await startService({ script: () => ["Well.", { until }] });
    const first = await post(service, "one");
    const token = first.headers.get("X-Session-Token") ?? "";
    const second = await post(service, "two", { token });
    const other = await post(service, "three");
    const gone = new AbortController();
    await service.fetch("/chat-bot/stream", { ...withToken("GET", token), signal: gone.signal });

    expect(await standing(service)).toEqual({ open: 4, running: 2, waiting: 1 });
    gone.abort();
    await expect.poll(() => standing(service)).toEqual({ open: 3, running: 2, waiting: 1 });
    finish();
    await Promise.all([first, second, other].map((response) => hear(response)));
    await expect.poll(() => standing(service)).toEqual({ open: 0, running: 0, waiting: 0 });
  });
});

describe("what GET /metrics never shows", () => {
  test("Promise 38: no key, no id, no origin, no path, no text; and requests of strangers add no line", async () => {
    await using service = await startService({ script: () => words("The canary sings.") });
    const { token, events } = await ask(service, "my canary question");
    const before = await readMetrics(service);

    for (let round = 0; round < 20; round++) {
      await service.fetch(`/canary-path-${round}?canary-query=${round}`);
      await service.fetch(`/chat/assets/canary-${round}.js`, { method: "DELETE" });
      await service.fetch("/chat-bot/config", { headers: { Origin: `https://canary-${round}.example` } });
      await service.fetch("/chat-bot/config", { headers: { Authorization: `Bearer ak_canary${round}_x` } });
      await service.fetch("/chat-bot/stream", withToken("GET", token, `rep_canary.${round}`));
      await rawRequest(service.port, `CANARY${round} / HTTP/1.1\r\nHost: canary\r\n\r\n`);
    }

    const page = await readMetrics(service);
    expect([...page.values.keys()]).toEqual([...before.values.keys()]);
    // Agents are named only by the ids that their operator gave them.
    const text = page.text.replaceAll('{agent="acme-support"}', "").toLowerCase();
    const replyId = String(events[0]?.id).replace(/\.\d+$/, "");
    const secrets = [
      service.key,
      service.keyId,
      token,
      token.slice(3, 20),
      await sessionIdOf(service),
      replyId,
    ];
    for (const secret of [...secrets, "canary", "example", "acme", "127.0.0.1", service.dataDirectory]) {
      expect(secret).not.toBe("");
      expect(text).not.toContain(secret.toLowerCase());
    }
  });

  test("every name has a unit or counts, and a help text that is a sentence", async () => {
    await using service = await startService();
    const { described, values } = await readMetrics(service);
    expect(described.size).toBeGreaterThan(15);
    for (const [name, { help, type }] of described) {
      expect(name).toMatch(/^servicechat_/);
      expect(help).toMatch(/^[A-Z].+\.$/);
      expect(["counter", "gauge", "histogram"]).toContain(type);
      expect([name, name.endsWith("_total")]).toEqual([name, type === "counter"]);
    }
    for (const key of values.keys()) {
      const name = key.replace(/\{.*/, "");
      const isPart = described.get(name.replace(/_(bucket|sum|count)$/, ""))?.type === "histogram";
      expect([key, described.has(name) || isPart]).toEqual([key, true]);
    }
  });
});

const sentTexts = 'servicechat_events_sent_total{type="text"}';

/** A database in which one operation fails. */
function brokenAt(operation: "readTurns" | "acceptTurn") {
  return async (file: string) => {
    const storage = await openSqlite({ file });
    const broken = { [operation]: () => Promise.reject(new StorageUnavailable(new Error("no disk"))) };
    return { ...storage, conversations: { ...storage.conversations, ...broken } };
  };
}

async function standing(service: Parameters<typeof readMetrics>[0]) {
  const { values } = await readMetrics(service);
  return {
    open: values.get("servicechat_open_streams"),
    running: values.get("servicechat_running_replies"),
    waiting: values.get("servicechat_waiting_replies"),
  };
}

function withToken(method: string, token: string, position?: string) {
  return { method, headers: { "X-Session-Token": token, ...(position && { "Last-Event-ID": position }) } };
}

async function sessionIdOf(
  service: Pick<Awaited<ReturnType<typeof startService>>, "storage">,
): Promise<string> {
  const [session] = await listChats(service.storage);
  return session?.id ?? "";
}
