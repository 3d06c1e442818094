import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { eraseChats } from "../support/list-chats.ts";
import { startModelServer } from "../support/model-server.ts";
import { missingForCluster, spawnCluster } from "../support/spawn-cluster.ts";
import { spawnService } from "../support/spawn-service.ts";
import { startService, type TestService } from "../support/start-service.ts";
import { runSql } from "../support/test-servers.ts";
import { ask, post } from "../support/visitor.ts";

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
  expect(await eraseChats(service.storage)).toBe(0);
});

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
