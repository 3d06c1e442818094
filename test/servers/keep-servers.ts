import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chooseServer } from "./choose-server.ts";
import type { Choice } from "./choose-server.ts";
import { postgresChoices } from "./postgres.ts";
import { redisChoices } from "./redis.ts";
import type { KeptServers } from "./kept-servers.ts";

// A separate process that manages the servers of one test run. It prints their addresses in one line of JSON, and
// cleans up when its standard input ends: that happens however the run ends, even if it is killed.

const ended = Promise.race([
  once(process.stdin.resume(), "end"),
  ...(["SIGINT", "SIGTERM", "SIGHUP"] as const).map((signal) => once(process, signal)),
]);
// Whoever was reading these may be gone; then the input has ended too.
for (const output of [process.stdout, process.stderr]) output.on("error", () => undefined);

const run = `servicechat_test_${randomBytes(6).toString("hex")}`;
const chosen = await Promise.allSettled([
  chooseServer(postgresChoices(run)),
  chooseServer(redisChoices(run)),
]);
try {
  const [postgres, redis] = chosen.map(resultOf);
  if (postgres && redis) say({ run, postgres: withoutRoom(postgres), redis: withoutRoom(redis) });
  await ended;
} catch (error) {
  complain(error);
}
const closed = await Promise.allSettled(
  chosen.map(async (choice) => choice.status === "fulfilled" && choice.value.room?.close()),
);
for (const { reason } of closed.filter(({ status }) => status === "rejected") as PromiseRejectedResult[])
  complain(reason);
process.stdin.destroy();

function resultOf(choice: PromiseSettledResult<Choice>): Choice {
  if (choice.status === "rejected") throw choice.reason;
  return choice.value;
}

function withoutRoom(choice: Choice): KeptServers["postgres"] {
  return choice.room ? { url: choice.room.url, which: choice.which } : { missing: choice.missing };
}

function say(servers: KeptServers): void {
  process.stdout.write(`${JSON.stringify(servers)}\n`);
}

function complain(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
