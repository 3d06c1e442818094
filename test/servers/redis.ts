import { spawnSync } from "node:child_process";
import { startOwnRedis } from "../../packages/coordination/test/own-redis.ts";
import { askRedis } from "./ask-redis.ts";
import type { Choices, Room } from "./choose-server.ts";

/** The oldest version that the service supports. */
const oldestRedis = 7;

/** Where a test run may find Redis. */
export function redisChoices(run: string, environment = process.env): Choices {
  const variable = "SERVICECHAT_TEST_REDIS_URL";
  return {
    variable,
    named: environment[variable],
    usual: "redis://127.0.0.1:6379",
    check: checkRedis,
    // Any number of runs may use one Redis, since each has its own names.
    take: async (url) => ({ url, close: () => deleteAll(url, run) }),
    startOwn: hasRedisProgram(environment) ? startOwn : undefined,
  };
}

/** Whether a Redis that is new enough can be started here. */
export function hasRedisProgram(environment = process.env): boolean {
  const { stdout } = spawnSync("redis-server", ["--version"], { encoding: "utf8", env: environment });
  return Number(/ v=(\d+)/.exec(stdout ?? "")?.[1] ?? 0) >= oldestRedis;
}

/** The set of additional prefixes under which a run has written. */
export function claimedPrefixes(run: string): string {
  return `${run}:claimed`;
}

async function checkRedis(url: string): Promise<void> {
  const about = String(await askRedis(["INFO", "server"], url));
  const version = Number(/^redis_version:(\d+)/m.exec(about)?.[1]);
  if (!(version >= oldestRedis)) throw new Error(`it is version ${version}, and ${oldestRedis} is needed`);
}

async function deleteAll(url: string, run: string): Promise<void> {
  const claimed = (await askRedis(["SMEMBERS", claimedPrefixes(run)], url)) as readonly string[];
  for (const prefix of [...claimed, run]) await deleteKeys(prefix, url);
}

/** Deletes all keys with this prefix, and returns how many there were. */
export async function deleteKeys(prefix: string, url: string): Promise<number> {
  const keys = (await askRedis(["KEYS", `${prefix}*`], url)) as readonly string[];
  return keys.length > 0 ? Number(await askRedis(["DEL", ...keys], url)) : 0;
}

async function startOwn(): Promise<Room> {
  const server = await startOwnRedis();
  return { url: server.url, close: async () => server[Symbol.asyncDispose]() };
}
