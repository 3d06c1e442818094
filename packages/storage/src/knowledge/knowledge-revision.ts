import { sql } from "kysely";

/**
 * What `KnowledgeStore.revisionOf` gives, of an agent's row joined with its row of `vector_changes`. Both are changed
 * in the transaction that changes what the agent knows.
 */
export const knowledgeRevision = sql<string>`
  rtrim(cast(coalesce(vector_changes.number, 0) as text) || ' ' || agents.answers_revision)`;
