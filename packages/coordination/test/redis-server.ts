import { askRedis as ask } from "../../../test/servers/ask-redis.ts";
import { deleteKeys as deleteThere } from "../../../test/servers/redis.ts";
import { findTestRedis } from "../../../test/support/test-servers.ts";

const found = await findTestRedis();

/** The Redis for tests. */
export const redisUrl = found.url ?? "";

/** Why there is none; `undefined` if there is one. */
export const redisMissing = found.missing;

/** Deletes all keys with this prefix, and returns how many there were. */
export function deleteKeys(prefix: string, url = redisUrl): Promise<number> {
  return deleteThere(prefix, url);
}

/** Sends one command to a Redis, on a new connection. */
export function askRedis(command: readonly string[], url = redisUrl): Promise<unknown> {
  return ask(command, url);
}
