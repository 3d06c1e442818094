import { sql, type Kysely } from "kysely";

/** Ways to what a turn needs that do not grow with the turns and questions of its chat that were replaced. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createIndex("turns_in_place")
    .on("replies")
    .columns(["session_id", "turn"])
    .where(sql.ref("replaced"), "=", sql.lit(0))
    .execute();
  await database.schema
    .createIndex("questions_of_turn")
    .on("questions")
    .columns(["session_id", "turn"])
    .execute();
}
