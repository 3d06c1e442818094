import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import { openPostgres } from "@servicechat/storage/postgres";
import { openSqlite } from "@servicechat/storage/sqlite";
import { describe, expect, test } from "vitest";
import { sampleCanned } from "../../packages/storage/test/suite/canned-answers.ts";
import { fillPrices } from "../../packages/storage/test/suite/prices.ts";
import { sampleWebhook } from "../../packages/storage/test/suite/webhook-samples.ts";
import { makePeople } from "../harness/handoff/people.ts";
import { isWholeCheck } from "../support/is-whole-check.ts";
import { listChats } from "../support/list-chats.ts";
import { startModelServer } from "../support/model-server.ts";
import { missingForCluster, spawnCluster } from "../support/spawn-cluster.ts";
import { spawnService, type SpawnedService } from "../support/spawn-service.ts";
import { findTestPostgres, runSql, temporaryDatabase } from "../support/test-servers.ts";
import { ask, history } from "../support/visitor.ts";

const agent = { handoff: { waitMinutes: 1_440, silentMinutes: 1_440 } };
/** Between the moments of a start at which it is killed. */
const stepMs = isWholeCheck ? 100 : 250;
const postgres = await findTestPostgres();
const missing = { cluster: await missingForCluster(), postgres: postgres.missing };
const because = (reason: string | undefined) => (reason === undefined ? "" : `: ${reason}`);

const fileOf = ({ dataDirectory }: SpawnedService) => join(dataDirectory, "data", "servicechat.db");

/** What ARCHITECTURE.md lists: where the node is, and the counts of limits, which a stop stores. */
const isListed = (row: Readonly<Record<string, unknown>>) =>
  /^running:|^(request|message)-windows$/.test(String(row["name"]));

/** Every row of every table, as text. */
async function rowsOf(service: SpawnedService, databaseUrl?: string): Promise<readonly string[]> {
  using database = databaseUrl === undefined ? new DatabaseSync(fileOf(service)) : undefined;
  const read = async (text: string): Promise<readonly Readonly<Record<string, unknown>>[]> =>
    database ? database.prepare(text).all() : runSql(databaseUrl ?? "", text);
  const tables = await read(
    database
      ? "select name from pragma_table_list where schema = 'main' and type = 'table'"
      : "select tablename as name from pg_tables where schemaname = 'public'",
  );
  const rows: string[] = [];
  for (const { name } of tables)
    for (const row of await read(`select * from "${String(name)}"`))
      if (name !== "notes" || !isListed(row)) rows.push(`${String(name)} ${JSON.stringify(row)}`);
  return rows.toSorted();
}

/** A service with a visitor's message and an operator's, each stored under its Idempotency-Key. */
async function talk(service: SpawnedService, databaseUrl?: string) {
  await using storage =
    databaseUrl === undefined
      ? await openSqlite({ file: fileOf(service) })
      : await openPostgres({ url: databaseUrl });
  await fillPrices(storage);
  await storage.cannedAnswers.create(sampleCanned());
  await storage.webhooks.create(sampleWebhook({ events: ["week.ended"], enabled: false }));
  await storage.keyValues.save("of a test", "its value");
  const token = (await makePeople(storage, ["Olga"])).get("Olga") ?? "";
  const headers = { "Idempotency-Key": randomUUID() };
  const asked = await ask(service, "hello", { headers });
  const [chat] = await listChats(storage);
  const operatorKey = randomUUID();
  const say = async ({ baseUrl }: SpawnedService) => {
    const { port } = new URL(baseUrl);
    const response = await fetch(`http://localhost:${port}/console/api/chats/${chat?.id}/messages`, {
      method: "POST",
      headers: {
        Authorization: `Bearer ${token}`,
        "Content-Type": "application/json",
        "Idempotency-Key": operatorKey,
      },
      body: JSON.stringify({ text: "I am a person" }),
    });
    return { status: response.status, id: ((await response.json()) as { readonly id: string }).id };
  };
  const said = await say(service);
  expect(said.status).toBe(201);

  return {
    async expectKept(node: SpawnedService): Promise<void> {
      const again = await ask(node, "hello", { headers });
      expect(again.response.headers.get("Idempotency-Replayed")).toBe("true");
      expect([again.token, again.text]).toEqual([asked.token, asked.text]);
      expect(await say(node)).toEqual({ status: 200, id: said.id });
      expect(await history(node, asked.token)).toHaveLength(3);
    },
  };
}

describe("a message that is sent again after starts of the service is not said twice", () => {
  test.for([
    { database: "SQLite", reason: undefined },
    { database: "PostgreSQL", reason: missing.postgres },
  ])("on $database, after proper stops and after kill -9", async ({ database, reason }, { skip }) => {
    if (reason !== undefined) skip(reason);
    await using stack = new AsyncDisposableStack();
    const model = stack.use(await startModelServer());
    const url = database === "SQLite" ? undefined : stack.use(await temporaryDatabase()).url;
    const service = stack.use(
      await spawnService({
        model: { provider: "openai", baseUrl: model.baseUrl, name: "m" },
        agent,
        ...(url !== undefined && { settings: { SERVICECHAT_DATABASE_URL: url } }),
      }),
    );
    await service.start();
    const talked = await talk(service, url);
    for (const signal of ["SIGTERM", "SIGTERM", "SIGKILL", "SIGTERM"] as const) {
      await service.end(signal);
      await service.start();
      await talked.expectKept(service);
    }
    expect(model.asked).toHaveLength(1);
  });

  test.skipIf(missing.cluster !== undefined)(
    `on two nodes, whichever of them was started again${because(missing.cluster)}`,
    async () => {
      await using cluster = await spawnCluster({ agent });
      const talked = await talk(cluster.a, cluster.databaseUrl);
      const { a, b } = cluster;
      for (const [stopped, signal] of [
        [[a], "SIGTERM"],
        [[b], "SIGKILL"],
        [[a, b], "SIGTERM"],
        [[b, a], "SIGKILL"],
      ] as const) {
        for (const node of stopped) await node.end(signal);
        for (const node of stopped) await node.start();
        for (const node of [a, b]) await talked.expectKept(node);
      }
      expect(cluster.model.asked).toHaveLength(1);
    },
  );
});

describe("a start changes no row but those that ARCHITECTURE.md lists", () => {
  test.for([
    { database: "SQLite", reason: undefined },
    { database: "PostgreSQL", reason: missing.postgres },
  ])("on $database, also if starts are killed on the way", async ({ database, reason }, { skip }) => {
    if (reason !== undefined) skip(reason);
    await using stack = new AsyncDisposableStack();
    const model = stack.use(await startModelServer());
    const url = database === "SQLite" ? undefined : stack.use(await temporaryDatabase()).url;
    const service = stack.use(
      await spawnService({
        model: { provider: "openai", baseUrl: model.baseUrl, name: "m" },
        agent,
        ...(url !== undefined && { settings: { SERVICECHAT_DATABASE_URL: url } }),
      }),
    );
    await service.start();
    const talked = await talk(service, url);
    await talked.expectKept(service);
    await service.end("SIGTERM");
    // What is written a second after a message, such as the list of chats, may have been left to the next start.
    await service.start();
    await expect
      .poll(async () => (await rowsOf(service, url)).filter((row) => row.startsWith("chat_changes ")))
      .toEqual([]);
    await service.end("SIGTERM");
    const rows = await rowsOf(service, url);
    expect(rows.length).toBeGreaterThan(40);

    for (const signal of ["SIGTERM", "SIGTERM", "SIGKILL"] as const) {
      await service.start();
      await service.end(signal);
      expect(await rowsOf(service, url)).toEqual(rows);
    }
    for (let afterMs = stepMs; afterMs <= 1_000; afterMs += stepMs) {
      const starting = service.start().catch(() => undefined);
      await setTimeout(afterMs);
      await service.end("SIGKILL");
      await starting;
      expect(await rowsOf(service, url)).toEqual(rows);
    }
    await service.start();
    await talked.expectKept(service);
  });
});
