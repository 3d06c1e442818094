import type { OwnRedis } from "../../../packages/coordination/test/own-redis.ts";
import type { OwnPostgres } from "../../servers/own-postgres.ts";
import type { Fault } from "./fault.ts";

/** Statements without a response are abandoned within two seconds, and tried again. */
export const databaseSettleMs = 2_500;

/** Faults of the database server. */
export function postgresFaults(postgres: OwnPostgres): readonly Fault[] {
  return (["fast", "crash"] as const).map((how) => ({
    name: how === "fast" ? "PostgreSQL stopped and started" : "PostgreSQL crashed and started",
    lane: "inside" as const,
    settleMs: databaseSettleMs,
    async inject() {
      await postgres.stop(how);
      return () => postgres.start();
    },
  }));
}

/** Faults of Redis, which loses its data in a restart. */
export function redisFaults(redis: OwnRedis): readonly Fault[] {
  return [
    {
      name: "Redis killed and started empty",
      lane: "inside",
      settleMs: 500,
      async inject() {
        await redis.kill();
        return () => redis.start();
      },
    },
    {
      name: "Redis stalled",
      lane: "inside",
      settleMs: 500,
      delaysReplies: true,
      async inject() {
        redis.stall();
        return async () => redis.goOn();
      },
    },
  ];
}
