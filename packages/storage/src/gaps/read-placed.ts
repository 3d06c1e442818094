import type { Kysely } from "kysely";
import type { Tables } from "../schema/tables.ts";
import { vectorIn } from "./gap-questions.ts";
import type { GapStore, PlacedQuestion } from "./gap-store.ts";

/** Ids, and questions with their vectors, that are read in one statement. */
const [maxIds, maxQuestions] = [100, 25];

/** Reads the questions that are in gaps, and of those that are known only that they still are. */
export function createReadPlaced({ database }: { readonly database: Kysely<Tables> }): GapStore["placed"] {
  return async ({ agentId, limit, known = new Map() }) => {
    const places = await readPlaces(database, agentId, limit);
    const unknown = places.filter(({ reply_id }) => !known.has(reply_id)).map(({ reply_id }) => reply_id);
    const read = await readQuestions(database, unknown);
    const found = places.flatMap(({ reply_id: id, gap_id: gapId }) => {
      const question = known.get(id) ?? read.get(id);
      return question && gapId !== null ? [{ ...question, gapId }] : [];
    });
    known.clear();
    for (const each of found) known.set(each.replyId, each);
    return [...new Map(found.map((each) => [`${each.gapId} ${each.question}`, each])).values()];
  };
}

async function readPlaces(database: Kysely<Tables>, agentId: string, limit: number) {
  const places: { readonly reply_id: string; readonly gap_id: string | null; readonly at: number }[] = [];
  for (;;) {
    const last = places.at(-1);
    const size = Math.min(maxIds, limit - places.length);
    const some = await database
      .selectFrom("gap_questions")
      .select(["reply_id", "gap_id", "at"])
      .where("agent_id", "=", agentId)
      .where("gap_id", "is not", null)
      .$if(last !== undefined, (query) =>
        query.where((row) =>
          row(row.refTuple("at", "reply_id"), "<", row.tuple(last?.at ?? 0, last?.reply_id ?? "")),
        ),
      )
      .orderBy("at", "desc")
      .orderBy("reply_id", "desc")
      .limit(size)
      .execute();
    places.push(...some);
    if (some.length < size || places.length >= limit) return places;
  }
}

async function readQuestions(
  database: Kysely<Tables>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Omit<PlacedQuestion, "gapId">>> {
  const found = new Map<string, Omit<PlacedQuestion, "gapId">>();
  for (let from = 0; from < ids.length; from += maxQuestions) {
    const rows = await database
      .selectFrom("gap_questions")
      .select(["reply_id", "question", "vector_model", "vector"])
      .where("reply_id", "in", ids.slice(from, from + maxQuestions))
      .execute();
    for (const row of rows)
      found.set(row.reply_id, { replyId: row.reply_id, question: row.question, vector: vectorIn(row) });
  }
  return found;
}
