import { sql, type RawBuilder } from "kysely";

/** The index of agents is asked whose a passage is: the passage itself would have to be read, with its text. */
export function matches(agentId: string, query: string | RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`from passage_index cross join passages indexed by passages_of_agent
    on passages.agent_id = ${agentId} and passages.id = passage_index.rowid
    where passage_index match ${query}`;
}

/** Nothing inside quotes has a special meaning: not `NOT`, not `*`, not a column's name. NUL would end the query. */
export function quoted(word: string): string {
  return `"${word.replaceAll("\0", "").replaceAll('"', '""')}"`;
}
