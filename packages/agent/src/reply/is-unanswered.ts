import { readPassages } from "../models/extractive/read-passages.ts";
import type { ReplyRecord } from "./reply-record.ts";
import { isCited, textOf } from "./searches-in.ts";
import { searchKnowledge } from "../tools/search-knowledge.ts";

/** A passage with a lower score is hardly an answer, see `FoundPassage`. */
const goodScore = 0.35;

/**
 * Whether a reply searched the knowledge and found nothing to answer from: no passage with a good score, and none of the
 * others cited either. A reply that had the result of another tool may have its answer from there. What a model says of
 * passages with a good score, such as that they do not help, is not judged.
 */
export function isUnanswered({ transcript, model }: Pick<ReplyRecord, "transcript" | "model">): boolean {
  const results = transcript.filter((entry) => entry.role === "tool");
  const searches = results.filter(({ name }) => name === searchKnowledge);
  if (searches.length === 0) return false;
  if (results.some(({ name, failed }) => name !== searchKnowledge && !failed)) return false;
  const found = searches.map(({ failed, result }) => (failed ? [] : readPassages(result)));
  // It answers from the first passage, and says of any other that it is no answer, though it quotes it with its source.
  if (model.provider === "extractive") return !found.some(([best]) => (best?.score ?? 0) >= goodScore);
  const passages = found.flat();
  if (passages.some(({ score }) => score >= goodScore)) return false;
  const said = textOf(transcript);
  return !passages.some((passage) => isCited(said, passage));
}
