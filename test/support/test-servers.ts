import { createHash, randomBytes, randomUUID } from "node:crypto";
import { askRedis } from "../servers/ask-redis.ts";
import type { KeptServer } from "../servers/kept-servers.ts";
import { claimedPrefixes } from "../servers/redis.ts";
import { runSql } from "../servers/run-sql.ts";
import { serversOfRun } from "../servers/servers-of-run.ts";

export { runSql };

/** The PostgreSQL of this run, or why there is none: then tests are skipped with this reason in their title. */
export async function findTestPostgres(): Promise<KeptServer> {
  return withName("PostgreSQL", (await serversOfRun()).postgres);
}

/** The same, if its server also has the extension `vector`. */
export async function findVectorPostgres(): Promise<KeptServer> {
  const found = await findTestPostgres();
  if (found.missing !== undefined) return found;
  const rows = await runSql(found.url, "select from pg_available_extensions where name = 'vector'");
  return rows.length > 0
    ? found
    : { missing: 'PostgreSQL: its server has no extension "vector" (Debian: postgresql-15-pgvector)' };
}

/** The Redis of this run, or why there is none. */
export async function findTestRedis(): Promise<KeptServer> {
  return withName("Redis", (await serversOfRun()).redis);
}

function withName(name: string, server: KeptServer): KeptServer {
  return server.missing === undefined ? server : { missing: `${name}: ${server.missing}` };
}

/** The name of a schema that no other test uses. Disposing it removes its tables. */
export function temporarySchema(url: string): AsyncDisposable & { readonly schema: string } {
  const schema = `servicechat_test_${randomBytes(6).toString("hex")}`;
  return {
    schema,
    async [Symbol.asyncDispose]() {
      await runSql(url, `set client_min_messages = warning; drop schema if exists ${schema} cascade`);
    },
  };
}

/** An empty database that no other test uses. Disposing drops it. */
export async function temporaryDatabase(): Promise<AsyncDisposable & { readonly url: string }> {
  const { run, postgres } = await serversOfRun();
  const { url: server = "" } = postgres;
  const name = `${run}_${randomBytes(6).toString("hex")}`;
  await runSql(server, `create database ${name}`);
  const address = new URL(server);
  address.pathname = `/${name}`;
  return {
    url: address.href,
    async [Symbol.asyncDispose]() {
      await runSql(server, `drop database if exists ${name} with (force)`);
    },
  };
}

/** A prefix for a test's names in Redis. All keys with it are deleted after the run. */
export async function ownKeyPrefix(): Promise<string> {
  return `${(await serversOfRun()).run}:${randomUUID()}`;
}

/** Makes the run delete the Redis keys of a service with this secret afterwards. */
export async function claimKeysOf(secret: string): Promise<void> {
  const { run, redis } = await serversOfRun();
  const prefix = `servicechat-${createHash("sha256").update(secret).digest("hex").slice(0, 12)}`;
  if (redis.url !== undefined) await askRedis(["SADD", claimedPrefixes(run), prefix], redis.url);
}
