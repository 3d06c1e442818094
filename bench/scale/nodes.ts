import { randomBytes } from "node:crypto";
import { startOwnRedis } from "../../packages/coordination/test/own-redis.ts";
import { askRedis } from "../../test/servers/ask-redis.ts";
import { hasRedisProgram } from "../../test/servers/redis.ts";
import { findTestPostgres, temporaryDatabase } from "../../test/support/test-servers.ts";
import { createChatVisitor } from "../chat-visitor.ts";
import { databaseMs } from "../database-time.ts";
import type { Places } from "../places.ts";
import { bodyFor } from "../plan.ts";
import { startChild } from "../processes/child.ts";
import type { LoadRequestsAnswers } from "../processes/load-requests.ts";
import type { LoadStreamsAnswers } from "../processes/load-streams.ts";
import { plan, spreadMs } from "../relay-round.ts";
import { withUnit } from "../row.ts";
import { startService, startServiceWithModel } from "../start-service.ts";
import { median } from "../statistics.ts";
import type { Scale } from "./scale.ts";

const sizes = [1, 2, 4];
const rounds = 3;
const warmUpRounds = 2;
const answers = 100;
const visitors = 20;
const turnsEach = 20;
const requests = 10_000;
const connections = 10;

/** Processor time, in milliseconds. */
interface Cost {
  readonly nodes: readonly number[];
  readonly postgres: number;
  readonly redis: number;
}

/** The same load on one, two and four nodes, with a shared PostgreSQL and Redis. */
export const nodes: Scale = async (progress) => {
  const { missing } = await findTestPostgres();
  if (missing !== undefined) return { skipped: missing };
  if (!hasRedisProgram()) return { skipped: "there is no redis-server to start" };
  const rows: (readonly string[])[] = [];
  for (const size of sizes) {
    await using cluster = await startCluster(size);
    const { work, costOf } = cluster;
    const taken = { tokens: [], turns: [], requests: [] } as Record<keyof typeof work, Cost[]>;
    for (let round = 0; round < warmUpRounds + rounds; round++) {
      for (const [name, run] of Object.entries(work) as [keyof typeof work, () => Promise<number>][]) {
        progress(`${size} nodes, ${name}, ${round + 1} of ${warmUpRounds + rounds}`);
        const cost = await costOf(run);
        if (round >= warmUpRounds) taken[name].push(cost);
      }
    }
    const cost = (name: "tokens" | "turns", pick: (cost: Cost) => number) =>
      withUnit(median(taken[name].map(pick)), "ms");
    const microseconds = (pick: (cost: Cost) => number | undefined) =>
      `${(median(taken.requests.map((one) => pick(one) ?? 0)) * 1000).toFixed(0)} us`;
    const all = ({ nodes }: Cost) => nodes.reduce((sum, ms) => sum + ms, 0);
    const shares = (name: "tokens" | "turns") =>
      [all, (one: Cost) => one.postgres, (one: Cost) => one.redis]
        .map((pick) => cost(name, pick))
        .join(" + ");
    rows.push([
      String(size),
      shares("tokens"),
      shares("turns"),
      microseconds((one) => one.nodes[0]),
      size === 1 ? "" : microseconds((one) => one.nodes[1]),
    ]);
  }
  const parts = "nodes + PostgreSQL + Redis";
  return [
    ["nodes", `1,000 tokens: ${parts}`, `a turn: ${parts}`, "a request", "hearing of it on another node"],
    ...rows,
  ];
};

async function startCluster(size: number) {
  await using stack = new AsyncDisposableStack();
  const server = stack.use(await startOwnRedis());
  const { url: postgresUrl } = stack.use(await temporaryDatabase());
  const places: Places = {
    postgresUrl,
    redis: { url: server.url, secret: randomBytes(32).toString("hex") },
  };
  const first = stack.use(await startServiceWithModel([], places));
  const others = await Promise.all(
    Array.from({ length: size - 1 }, async () => stack.use(await startService([], places))),
  );
  const services = [first.service, ...others];
  const ports = await Promise.all(services.map((service) => service.ask("port")));
  const targets = ports.map((port) => ({ ...first.target, port }));
  const streams = stack.use(startChild<LoadStreamsAnswers>("load-streams.ts"));
  const asking = stack.use(startChild<LoadRequestsAnswers>("load-requests.ts"));
  const owned = stack.move();

  async function used(): Promise<Cost> {
    const usages = await Promise.all(services.map((service) => service.usage()));
    return {
      nodes: usages.map(({ processorMs }) => processorMs),
      postgres: await databaseMs(places),
      redis: await redisMs(server.url),
    };
  }

  /** Processor time of a piece of work, divided by the number that it returns. */
  const costOf = async (work: () => Promise<number>): Promise<Cost> => {
    const before = await used();
    const pieces = await work();
    const after = await used();
    return {
      nodes: after.nodes.map((ms, at) => (ms - (before.nodes[at] ?? 0)) / pieces),
      postgres: (after.postgres - before.postgres) / pieces,
      redis: (after.redis - before.redis) / pieces,
    };
  };

  const work = {
    /** Simultaneous answers, spread over the nodes. The unit is a thousand tokens. */
    async tokens(): Promise<number> {
      const heard = await Promise.all(
        targets.map((target) =>
          streams.ask("read", {
            ...target,
            method: "POST",
            path: "/chat-bot/",
            body: bodyFor(plan),
            streams: answers / size,
            spreadMs,
          }),
        ),
      );
      return heard.reduce((sum, { tokens }) => sum + tokens, 0) / 1000;
    },
    /** Visitors whose every turn goes to the next node. */
    async turns(): Promise<number> {
      const chats = targets.map(createChatVisitor);
      await Promise.all(
        Array.from({ length: visitors }, async (_, visitor) => {
          let token: string | undefined;
          for (let turn = 0; turn < turnsEach; turn++)
            token = await chats[(visitor + turn) % size]?.talk(1, token);
        }),
      );
      return visitors * turnsEach;
    },
    /** Requests to the first node. */
    async requests(): Promise<number> {
      const [target = first.target] = targets;
      await asking.ask("ask", {
        ...target,
        path: "/chat-bot/config",
        connections,
        requestsEach: requests / connections,
      });
      return requests;
    },
  };

  return { work, costOf, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

/** Processor time of a Redis so far, in milliseconds. */
async function redisMs(url: string): Promise<number> {
  const about = String(await askRedis(["INFO", "cpu"], url));
  const seconds = ["used_cpu_sys", "used_cpu_user"].map((name) =>
    Number(new RegExp(`^${name}:([\\d.]+)`, "m").exec(about)?.[1]),
  );
  return seconds.reduce((sum, part) => sum + part * 1000, 0);
}
