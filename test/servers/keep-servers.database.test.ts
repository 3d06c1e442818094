import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { describe, expect, test } from "vitest";
import { findTestPostgres, findTestRedis } from "../support/test-servers.ts";
import { askRedis } from "./ask-redis.ts";
import type { KeptServers } from "./kept-servers.ts";
import { claimedPrefixes } from "./redis.ts";
import { runSql } from "./run-sql.ts";
import { handedServers } from "./servers-of-run.ts";

const postgres = await findTestPostgres();
const redis = await findTestRedis();
const missing = postgres.missing ?? redis.missing;
const patience = { interval: 50 };

/** A process that uses servers as a run of tests does, and then waits. */
const user = `
  const { serversOfRun } = await import(${JSON.stringify(new URL("servers-of-run.ts", import.meta.url).href)});
  console.log(JSON.stringify(await serversOfRun()));
  setInterval(() => {}, 1000);`;

async function startUser(named: Readonly<Record<string, string>>) {
  const environment = { ...process.env, [handedServers]: "", ...named };
  const child = spawn(process.execPath, ["--input-type=module", "-e", user], { env: environment });
  let complaint = "";
  child.stderr.on("data", (chunk: Buffer) => (complaint += chunk.toString()));
  const [line] = (await Promise.race([
    once(createInterface({ input: child.stdout }), "line"),
    once(child, "close").then(() => []),
  ])) as [string?];
  return {
    child,
    servers: line === undefined ? undefined : (JSON.parse(line) as KeptServers),
    complaint: () => complaint,
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
    },
  };
}

describe.skipIf(missing !== undefined)(`existing servers${missing ? ` (${missing})` : ""}`, () => {
  const named = {
    SERVICECHAT_TEST_POSTGRES_URL: postgres.url ?? "",
    SERVICECHAT_TEST_REDIS_URL: redis.url ?? "",
  };

  test.each(["SIGKILL", "SIGINT"] as const)(
    "after a run that ended with %s, nothing of it is left on them",
    async (signal) => {
      await using run = await startUser(named);
      const name = run.servers?.run ?? "";
      const databases = `select datname from pg_database where starts_with(datname, '${name}')`;
      await runSql(postgres.url ?? "", `create database ${name}_more`);
      await askRedis(["SET", `${name}:key`, "1"], redis.url ?? "");
      await askRedis(["SADD", claimedPrefixes(name), `claimed-by-${name}`], redis.url ?? "");
      await askRedis(["SET", `claimed-by-${name}:key`, "1"], redis.url ?? "");
      expect(await runSql(postgres.url ?? "", databases)).toHaveLength(2);
      expect(await askRedis(["KEYS", `*${name}*`], redis.url ?? "")).toHaveLength(3);

      run.child.kill(signal);

      await expect.poll(() => runSql(postgres.url ?? "", databases), patience).toEqual([]);
      await expect.poll(() => askRedis(["KEYS", `*${name}*`], redis.url ?? ""), patience).toEqual([]);
    },
  );

  test("two runs have separate databases and names", async () => {
    await using one = await startUser(named);
    await using other = await startUser(named);

    expect(one.servers?.postgres.url).not.toBe(other.servers?.postgres.url);
    expect(one.servers?.run).not.toBe(other.servers?.run);
  });

  test("the database of a run is UTF8", async () => {
    const [row] = await runSql(postgres.url ?? "", "select current_setting('server_encoding') as encoding");

    expect(row?.["encoding"]).toBe("UTF8");
  });
});

test("if a configured server does not respond, the run does not start, and learns which one", async () => {
  await using run = await startUser({ SERVICECHAT_TEST_REDIS_URL: "redis://127.0.0.1:1" });

  expect(run.servers).toBeUndefined();
  expect(run.complaint()).toContain("The server that SERVICECHAT_TEST_REDIS_URL names cannot be used");
});
