import { readFileSync } from "node:fs";
import { runSql } from "../test/support/test-servers.ts";
import type { Places } from "./places.ts";

/**
 * Processor time, in milliseconds, that PostgreSQL has spent on the connections which a service currently has open. 0
 * for SQLite, which works within the service's process, and if PostgreSQL's processes cannot be inspected: on another
 * machine, or not on Linux.
 */
export async function databaseMs({ postgresUrl }: Places): Promise<number> {
  if (postgresUrl === undefined) return 0;
  const connections = await runSql(
    postgresUrl,
    "select pid from pg_stat_activity where datname = current_database() and application_name = 'servicechat'",
  );
  return connections.reduce((sum, { pid }) => sum + processMs(Number(pid)), 0);
}

function processMs(pid: number): number {
  try {
    if (readFileSync(`/proc/${pid}/comm`, "utf8") !== "postgres\n") return 0;
    // The first number is the processor time in nanoseconds.
    return Number.parseInt(readFileSync(`/proc/${pid}/schedstat`, "utf8"), 10) / 1e6;
  } catch {
    return 0;
  }
}
