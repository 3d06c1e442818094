import type { KnowledgeStore } from "@servicechat/storage";
import type { Passage } from "../knowledge.ts";
import { queryWords } from "./query-words.ts";
import { rankPassages, type Candidate } from "./rank-passages.ts";

/** How many passages the database is asked for, so that there is something to choose from. */
const candidatesPerSearch = 40;

/** The passages that answer a question best; empty when nothing matches or the query has no words. */
export async function searchPassages(
  knowledge: KnowledgeStore,
  { agentId, query, limit }: { readonly agentId: string; readonly query: string; readonly limit: number },
): Promise<readonly Passage[]> {
  const words = queryWords(query);
  if (words.length === 0 || limit < 1) return [];
  const candidates = await knowledge.search({
    agentId,
    words,
    limit: Math.max(candidatesPerSearch, limit * 4),
  });
  return rankPassages(candidates, words).slice(0, limit).map(passage);
}

function passage({ title, headings, text, url, anchor, score }: Candidate): Passage {
  return { title, headings, text, url: withAnchor(url, anchor), score };
}

function withAnchor(url: string | null, anchor: string | null): string | null {
  if (url === null || anchor === null) return url;
  const address = new URL(url);
  address.hash = anchor;
  return address.href;
}
