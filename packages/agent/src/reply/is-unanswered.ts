import type { ReplyRecord } from "./reply-record.ts";
import { searchKnowledge } from "../tools/search-knowledge.ts";

/** A passage with a lower score is hardly an answer, see `FoundPassage`. */
const goodScore = 0.35;

/**
 * Whether a reply searched the knowledge and found nothing to answer from: no passage with a good score, and none of
 * the others cited either. A reply that had the result of another tool may have its answer from there. A model's
 * opinion on passages with a good score, such as that they do not help, is not judged.
 */
export function isUnanswered(record: Pick<ReplyRecord, "transcript" | "model" | "searches">): boolean {
  const searches = record.searches();
  if (searches.length === 0) return false;
  const results = record.transcript.filter((entry) => entry.role === "tool");
  if (results.some(({ name, failed }) => name !== searchKnowledge && !failed)) return false;
  // It answers only from the first passage; any other that it quotes with its source is offered as related, not as an answer.
  if (record.model.provider === "extractive")
    return !searches.some(({ passages: [best] }) => (best?.score ?? 0) >= goodScore);
  return !searches.some(({ passages }) => passages.some(({ score, cited }) => cited || score >= goodScore));
}
