import { sql, type Kysely } from "kysely";
import { foundPassage, type FoundRow } from "../found-passage.ts";
import type { KnowledgeStore } from "../storage.ts";
import type { Tables } from "../tables.ts";

/** A word in a heading counts this many times a word in the text. */
const headingWeight = 4;

/** Full-text search over FTS5. Words match by their stem, without accents; rare ones weigh more (BM25). */
export function createSearch({ database }: { readonly database: Kysely<Tables> }): KnowledgeStore["search"] {
  return async ({ agentId, words, limit }) => {
    if (words.length === 0) return [];
    // FTS5 calls the better match the smaller number.
    const { rows } = await sql<FoundRow>`
      select passages.id, passages.document_id, passages.headings, passages.anchor, passages.text,
        documents.title, documents.url, -bm25(passage_index, ${headingWeight}, 1, ${headingWeight}, 1) as score
      from passage_index
      join passages on passages.id = passage_index.rowid
      join documents on documents.id = passages.document_id
      where passage_index match ${words.map(quoted).join(" OR ")} and passages.agent_id = ${agentId}
      order by score desc, passages.id
      limit ${limit}`.execute(database);
    return rows.map(foundPassage);
  };
}

/** In quotes nothing has a meaning of its own: not `NOT`, not `*`, not a column's name. NUL would end the query. */
function quoted(word: string): string {
  return `"${word.replaceAll("\0", "").replaceAll('"', '""')}"`;
}
