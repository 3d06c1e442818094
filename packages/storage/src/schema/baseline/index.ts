import { sql, type Kysely } from "kysely";
import { agentTables } from "./agents.ts";
import { chatListTables } from "./chat-list.ts";
import { chatTables } from "./chats.ts";
import type { ColumnTypes } from "./column-types.ts";
import { gapTables } from "./gaps.ts";
import { handoffTables } from "./holders.ts";
import { keyTables } from "./keys.ts";
import { knowledgeTables } from "./knowledge.ts";
import { notificationTables } from "./outbox.ts";
import { peopleTables } from "./people.ts";
import { serviceTables } from "./service.ts";
import { usageTables } from "./usage.ts";

/**
 * Every table that both databases have, as statements in SQL that both understand. Times are milliseconds since 1970,
 * truth is 0 or 1, and columns have the same type everywhere: SQLite takes any name of a type, `bytea` too, and stores
 * bytes as they are.
 *
 * This is the first migration: a later change of a table is a separate step in `migrations.ts`.
 */
export function sharedTables(types: ColumnTypes): readonly string[] {
  return [
    ...serviceTables,
    ...agentTables,
    ...keyTables,
    ...peopleTables,
    ...chatTables,
    ...handoffTables,
    ...chatListTables(types),
    ...notificationTables,
    ...knowledgeTables(types),
    ...gapTables,
    ...usageTables(types),
  ];
}

/** Runs statements one after the other. */
export async function runAll(database: Kysely<unknown>, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
