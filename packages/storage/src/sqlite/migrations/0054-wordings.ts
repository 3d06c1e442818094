import type { Kysely } from "kysely";
import { createWordings } from "../../migrations/create-wordings.ts";

/** Wordings of sections. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await createWordings(database, { passageId: "integer" });
}
