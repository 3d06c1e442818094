import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { createMemoryCoordination } from "@servicechat/coordination/memory";
import { derivedToken, hashToken } from "../../packages/server/src/conversation/session-token.ts";
import { startModelServer } from "../support/model-server.ts";
import { onOneAndTwoNodes } from "../support/on-one-and-two-nodes.ts";
import { missingForCluster, spawnCluster } from "../support/spawn-cluster.ts";
import { spawnService } from "../support/spawn-service.ts";
import { startNode } from "../support/start-node.ts";
import { shop, startService, type TestService } from "../support/start-service.ts";
import { runSql } from "../support/test-servers.ts";
import { ask, history, post } from "../support/visitor.ts";

const secret = "a secret that only the tests know";
const bodyOf = (text: string) => JSON.stringify({ messages: [{ type: "text", block: { value: text } }] });

/** Every text of every row, as somebody with access to the database reads it. */
function textsOf(rows: readonly Record<string, unknown>[]): readonly string[] {
  return rows.flatMap((row) =>
    Object.values(row).filter((value): value is string => typeof value === "string"),
  );
}

const missing = await missingForCluster();

describe("what is stored opens no chat", () => {
  test("somebody with a backup, or the data folder without the secret, has nothing that the service accepts as a visitor's", async () => {
    await using model = await startModelServer();
    const provider = { provider: "openai", baseUrl: model.baseUrl, name: "m" };
    await using service = await spawnService({ model: provider });
    await service.start();
    const key = crypto.randomUUID();
    const { token } = await ask(service, "my card number is 4111", { headers: { "Idempotency-Key": key } });
    await service.command("backup", "stolen.db");

    const folder = join(service.dataDirectory, "data");
    const names = (await readdir(folder)).map((name) => join(folder, name));
    for (const file of [...names, join(service.dataDirectory, "stolen.db")]) {
      const bytes = await readFile(file);
      for (const canary of [key, token, service.key]) expect(bytes.includes(canary)).toBe(false);
    }

    using stolen = new DatabaseSync(join(service.dataDirectory, "stolen.db"), { readOnly: true });
    const kept = stolen.prepare("select * from idempotency").all();
    expect(kept).toHaveLength(1);
    // The original attack: the body can be reconstructed from the database, and everything else there is tried as the
    // key.
    expect(kept[0]?.["body_hash"]).toBe(sha256(bodyOf("my card number is 4111")));
    const tables = stolen.prepare("select name from sqlite_master where type = 'table'").all();
    const rows = tables.flatMap(({ name }) => stolen.prepare(`select * from "${String(name)}"`).all());
    await expectNoEntry(service, textsOf(rows), token);
  });

  test.skipIf(missing !== undefined)(
    `somebody who can read PostgreSQL has nothing either${missing === undefined ? "" : `: ${missing}`}`,
    async () => {
      await using cluster = await spawnCluster();
      const key = crypto.randomUUID();
      const { token } = await ask(cluster.a, "my card number is 4111", {
        headers: { "Idempotency-Key": key },
      });
      const tables = await runSql(
        cluster.databaseUrl,
        "select table_name as name from information_schema.tables where table_schema = 'public'",
      );
      const rows: Record<string, unknown>[] = [];
      for (const { name } of tables)
        rows.push(...(await runSql(cluster.databaseUrl, `select * from "${String(name)}"`)));
      const stored = JSON.stringify(rows);
      for (const canary of [key, token, cluster.a.key]) expect(stored).not.toContain(canary);
      await expectNoEntry(cluster.a, textsOf(rows), token);
    },
  );
});

/** Tries each text as an Idempotency-Key with the visitor's own words, and as a session token. */
async function expectNoEntry(service: Pick<TestService, "fetch">, texts: readonly string[], token: string) {
  const usable = [...new Set(texts)].filter((text) => /^[\x20-\x7e]{1,300}$/.test(text.trim()));
  expect(usable.length).toBeGreaterThan(10);
  for (const text of usable) {
    const asKey = await post(service, "my card number is 4111", { headers: { "Idempotency-Key": text } });
    expect(asKey.headers.get("X-Session-Token")).not.toBe(token);
    expect(asKey.headers.get("Idempotency-Replayed")).toBeNull();
    await asKey.body?.cancel();
    const asToken = await service.fetch("/chat-bot/history", { headers: { "X-Session-Token": text } });
    expect(asToken.status).toBe(404);
  }
}

onOneAndTwoNodes("the update from the version that stored keys in plaintext", (nodes) => {
  test("a message that it accepted is not accepted twice, and gets the same token", async () => {
    await using service = await startService({ nodes });
    const left = await leaveInClear(service, "hello");
    for (let node = 0; node < nodes; node++) {
      const again = await ask(service, "hello", { headers: { "Idempotency-Key": left.key } });
      expect(again.response.headers.get("Idempotency-Replayed")).toBe("true");
      expect(again.token).toBe(left.token);
    }
    expect(await history(service, left.token)).toHaveLength(2);
    expect(service.model.asked).toHaveLength(0);
    const other = await post(service, "other words", { headers: { "Idempotency-Key": left.key } });
    expect(other.status).toBe(422);
    // What a node of that version commits while a node of this one handles the same message counts too.
    const { conversations } = service.storage;
    const names = { agentId: "acme-support", key: "hmac of the same", formerKey: left.key };
    const twin = await conversations.acceptTurn({
      session: { id: "ses_twin", agentId: "acme-support", tokenHash: "of the twin" },
      messages: [{ id: "msg_twin", content: "hello", parts: [] }],
      replyId: "rep_twin",
      node: "node",
      idempotency: { ...names, bodyHash: "hash", expiresAt: Date.now() + 60_000 },
      at: Date.now(),
    });
    expect(twin).toEqual({ kind: "idempotency_key_taken" });
  });
});

test("the first start removes plaintext keys from the database, and their turns are still found", async () => {
  await using service = await startService();
  const left = await leaveInClear(service, "hello");
  await service.server.stop();

  await using restarted = await startOver(service);
  const files = await readdir(service.dataDirectory);
  for (const name of files)
    expect((await readFile(join(service.dataDirectory, name))).includes(left.key)).toBe(false);
  const again = await ask(restarted, "hello", { headers: { "Idempotency-Key": left.key } });
  expect(again.token).toBe(left.token);
  expect(again.response.headers.get("Idempotency-Replayed")).toBe("true");
});

test("14: a key with hardly any different characters is refused, with the way to create one", async () => {
  await using service = await startService();
  for (const key of ["a".repeat(22), "1234567".repeat(5), "00000000-0000-4000-8000-000000000001"]) {
    const refused = await post(service, "hello", { headers: { "Idempotency-Key": key } });
    expect([key, refused.status]).toEqual([key, 400]);
    expect(refused.headers.get("X-Session-Token")).toBeNull();
    const problem: unknown = await refused.json();
    expect(problem).toMatchObject({
      code: "malformed_request",
      detail: expect.stringMatching(/at least 8 of them different .* crypto\.randomUUID\(\)/) as string,
    });
  }
  expect(await service.storage.conversations.list({ limit: 5 })).toEqual([]);
});

/** A first message and its answer, as the previous version stored them. */
async function leaveInClear({ storage }: TestService, text: string) {
  const key = crypto.randomUUID();
  const agentId = "acme-support";
  const replyId = `rep_${crypto.randomUUID()}`;
  const token = derivedToken(secret, { agentId, idempotencyKey: key, replyId });
  await storage.conversations.acceptTurn({
    session: { id: `ses_${crypto.randomUUID()}`, agentId, tokenHash: hashToken(token) },
    messages: [{ id: `msg_${crypto.randomUUID()}`, content: text, parts: [] }],
    replyId,
    node: "node of the version before",
    idempotency: { agentId, key, bodyHash: sha256(bodyOf(text)), expiresAt: Date.now() + 60_000 },
    at: Date.now(),
  });
  const end = { content: "Hello!", parts: [], transcript: [], failure: null, truncated: false } as const;
  await storage.conversations.endReply({ replyId, status: "complete", ...end });
  return { key, token };
}

/** Another start on the same storage, as after an update. */
async function startOver(service: TestService) {
  const clock = { wallMs: () => Date.now(), monotonicMs: () => performance.now() };
  const coordination = createMemoryCoordination({ clock });
  const quiet = () => undefined;
  const log = { debug: quiet, info: quiet, warn: quiet, error: quiet };
  const { server } = await startNode({ storage: service.storage, coordination, clock, log }, {});
  const headers = { Authorization: `Bearer ${service.key}`, Origin: shop };
  return {
    fetch: ((path, init) =>
      fetch(`http://127.0.0.1:${server.port}${path}`, {
        ...init,
        headers: { ...headers, ...init?.headers },
      })) as TestService["fetch"],
    async [Symbol.asyncDispose]() {
      await server.stop();
      await coordination[Symbol.asyncDispose]();
    },
  };
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
