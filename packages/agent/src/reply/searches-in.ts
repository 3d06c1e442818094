import { asObject } from "@servicechat/contract";
import type { ReplyOutcome } from "../agent.ts";
import { readPassages, type ReadPassage } from "../models/extractive/read-passages.ts";
import { searchKnowledge } from "../tools/search-knowledge.ts";

/** A search of the knowledge that a reply made. */
export interface KnowledgeSearch {
  readonly callId: string;
  readonly query: string;
  /** Best first; none when the search failed. */
  readonly passages: readonly (ReadPassage & { readonly cited: boolean })[];
}

type Transcript = ReplyOutcome["transcript"];

/** The searches of a reply in order, with what they found, and whether the reply names it as a source. */
export function searchesIn(transcript: Transcript): readonly KnowledgeSearch[] {
  const said = textOf(transcript);
  const calls = transcript.flatMap((entry) => (entry.role === "assistant" ? entry.toolCalls : []));
  return transcript.flatMap((entry) => {
    if (entry.role !== "tool" || entry.name !== searchKnowledge) return [];
    const query = asObject(calls.find(({ id }) => id === entry.callId)?.input)?.["query"];
    const passages = entry.failed ? [] : readPassages(entry.result);
    return [
      {
        callId: entry.callId,
        query: typeof query === "string" ? query : "",
        passages: passages.map((passage) => ({ ...passage, cited: isCited(said, passage) })),
      },
    ];
  });
}

/** All that the models said in a reply. */
export function textOf(transcript: Transcript): string {
  return transcript.flatMap((entry) => (entry.role === "assistant" ? [entry.text] : [])).join("\n");
}

/** Whether a text names a passage as its source, by its number or its address. */
export function isCited(said: string, { number, url }: ReadPassage): boolean {
  return (number !== undefined && said.includes(`[${number}]`)) || (url !== null && said.includes(url));
}
