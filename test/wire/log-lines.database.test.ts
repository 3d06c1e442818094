import { Writable } from "node:stream";
import { StorageUnavailable } from "@servicechat/storage";
import { openSqlite } from "@servicechat/storage/sqlite";
import { pino } from "pino";
import { expect, test } from "vitest";
import { startService } from "../support/start-service.ts";
import type { TestService } from "../support/start-service.ts";
import { ask, post } from "../support/visitor.ts";

const noDisk = () => Promise.reject(new StorageUnavailable(new Error("no space left")));

/** The lines as an operator reads them, including all fields of errors. */
function linesOf({ logged }: Pick<TestService, "logged">): Record<string, unknown>[] {
  const lines: string[] = [];
  const into = new Writable({
    write: (chunk: Buffer, _encoding, written) => {
      lines.push(chunk.toString());
      written();
    },
  });
  const log = pino({ base: null }, into);
  for (const { detail, message } of logged) log.info(detail, message);
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

test("a line about a refused request identifies it by the id in its response", async () => {
  await using service = await startService({
    openStorage: async (file) => {
      const storage = await openSqlite({ file });
      return { ...storage, conversations: { ...storage.conversations, acceptTurn: noDisk } };
    },
  });

  const response = await post(service, "hello");

  expect(response.status).toBe(503);
  expect(linesOf(service)).toMatchObject([
    { requestId: response.headers.get("X-Request-Id"), code: "storage_unavailable" },
  ]);
});

test("lines about a reply that failed identify its request and the reply", async () => {
  await using service = await startService({
    openStorage: async (file) => {
      const storage = await openSqlite({ file });
      let isFirst = true;
      const endReply: typeof storage.conversations.endReply = (end) => {
        if (!isFirst) return storage.conversations.endReply(end);
        isFirst = false;
        return noDisk();
      };
      return { ...storage, conversations: { ...storage.conversations, endReply } };
    },
  });

  const { response, events } = await ask(service, "hello");

  const ids = {
    requestId: response.headers.get("X-Request-Id"),
    replyId: String(events[0]?.id).replace(/\.\d+$/, ""),
  };
  expect(linesOf(service)).toMatchObject([
    { ...ids, msg: "a reply's end could not be committed", reason: "no space left" },
    { ...ids, msg: "a reply ended with an error event", code: "storage_unavailable" },
  ]);
});

test("a request that the database did not answer is one short line: the cause, without its stack", async () => {
  await using service = await startService({
    openStorage: async (file) => {
      const storage = await openSqlite({ file });
      return { ...storage, conversations: { ...storage.conversations, acceptTurn: noDisk } };
    },
  });
  await post(service, "hello");
  expect(linesOf(service)).toMatchObject([
    { msg: "a request failed", code: "storage_unavailable", reason: "no space left" },
  ]);
  expect(JSON.stringify(linesOf(service))).not.toContain("stack");
});

test("lines of the agent identify the request and the reply too, and contain none of its words", async () => {
  let asked = 0;
  await using service = await startService({
    script: () => (asked++ === 0 ? { status: 503, body: "{}" } : { status: 401, body: "{}" }),
    limits: { retryMs: 1 },
  });

  const { response, events } = await ask(service, "a question of a visitor");

  const ids = {
    requestId: response.headers.get("X-Request-Id"),
    replyId: String(events[0]?.id).replace(/\.\d+$/, ""),
  };
  expect(linesOf(service)).toMatchObject([
    { ...ids, msg: "asking the model again" },
    { ...ids, msg: "a reply failed", code: "model_refused" },
    { ...ids, msg: "a reply ended with an error event", code: "model_refused" },
  ]);
  expect(JSON.stringify(linesOf(service))).not.toContain("question of a visitor");
});

test("Promise 38: no line contains a key, a token, a message's text, a query, an origin or an address", async () => {
  await using service = await startService({
    script: () => ({ status: 500, body: "{}" }),
    openStorage: async (file) => {
      const storage = await openSqlite({ file });
      return { ...storage, conversations: { ...storage.conversations, readTurns: noDisk } };
    },
    limits: { retryMs: 1 },
  });
  const idempotency = { "Idempotency-Key": "canary-idempotency-key-0001" };
  const { token } = await ask(service, "my canary question", { headers: idempotency });
  const session = { "X-Session-Token": token, "X-Embed-Ticket": "canary.ticket" };

  await service.fetch("/chat-bot/history?canary=query", { headers: session });
  await service.fetch("/chat-bot/stream", { headers: { ...session, "Last-Event-ID": "rep_canary.1" } });
  await service.fetch("/canary-path?canary=query");
  await service.fetch("/chat-bot/agent", { headers: { Authorization: "Bearer ak_canary_canary" } });
  await service.fetch("/chat-bot/", {
    method: "POST",
    headers: { ...session, "Content-Type": "application/json" },
    body: '{"messages": "canary"',
  });

  const log = JSON.stringify(linesOf(service));
  expect(linesOf(service).length).toBeGreaterThan(3);
  expect(log).toContain("storage_unavailable");
  const secret = service.key.split("_").slice(2).join("_");
  for (const hidden of [service.key, secret, token, token.slice(3), "canary", "shop.example", "tests know"]) {
    expect(hidden).not.toBe("");
    expect(log).not.toContain(hidden);
  }
});
