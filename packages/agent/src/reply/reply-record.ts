import type { ToolCall } from "@servicechat/contract";
import type { ModelDefinition } from "@servicechat/contract/agent-file";
import type { ReplyOutcome, TokenCounts } from "../agent.ts";
import { markCited, searchKnowledge, type DoneSearch, type KnowledgeSearch } from "../sources.ts";
import { estimateTokens } from "../context/estimate-tokens.ts";
import type { UseTools } from "../tools/use-tools.ts";
import type { TextEmitter } from "./text-emitter.ts";

type RoundOfTools = Pick<Awaited<ReturnType<UseTools>>, "results" | "searches">;
type Entry = ReplyOutcome["transcript"][number];

/** The state of a reply so far. */
export interface ReplyRecord {
  readonly transcript: readonly Entry[];
  /** Searches of the knowledge, with the passages that have been cited so far. */
  searches(): readonly KnowledgeSearch[];
  /** Estimated if a provider does not report them. */
  readonly outputTokens: number;
  /** The model that is speaking. */
  model: ModelDefinition;
  /** Token counts as reported by providers. */
  readonly reported: Readonly<TokenCounts>;
  /**
   * Records what the model has said since the last call, even if it was cut off.
   *
   * @param counted The provider's counts; output tokens are estimated if they are absent or 0
   * @param unkept Further calls that the model wrote, of which only the tokens are counted
   * @returns the text that was said
   */
  recordResponse(toolCalls: readonly ToolCall[], counted?: TokenCounts, unkept?: readonly ToolCall[]): string;
  /** Records what a provider has counted of a response that failed or was stopped. */
  readonly recordUnfinished: (counted: TokenCounts) => void;
  /** Records a call that no model made: it costs no tokens. */
  recordDecidedCall(call: ToolCall): void;
  recordToolUse(used: RoundOfTools): void;
  /** Records text that no model wrote, said since the last call: it costs no tokens. */
  recordGivenText(): void;
}

const nothing: TokenCounts = { inputTokens: 0, outputTokens: 0 };

/** Starts the record of one reply. @param first the model that speaks first */
export function createReplyRecord(emitter: TextEmitter, first: ModelDefinition): ReplyRecord {
  const transcript: Entry[] = [];
  const searches: DoneSearch[] = [];
  /** Of a response that did not finish, as counted. */
  let unfinishedTokens = 0;

  // Without a model, the estimate counts for budgets but costs nothing.
  function report(counted: TokenCounts): void {
    if (record.model.provider === "extractive") return;
    record.reported.inputTokens += counted.inputTokens;
    record.reported.outputTokens += counted.outputTokens;
    if (counted.cachedTokens)
      record.reported.cachedTokens = (record.reported.cachedTokens ?? 0) + counted.cachedTokens;
  }

  const record = {
    transcript,
    searches() {
      const said = transcript.flatMap((entry) => (entry.role === "assistant" ? [entry.text] : [])).join("\n");
      return markCited(searches, said);
    },
    outputTokens: 0,
    model: first,
    reported: { ...nothing } as { -readonly [Name in keyof TokenCounts]: TokenCounts[Name] },
    recordResponse(toolCalls: readonly ToolCall[], counted = nothing, unkept: readonly ToolCall[] = []) {
      const text = emitter.takeText();
      const written = [...toolCalls, ...unkept].map((call) => JSON.stringify(call)).join("");
      // What was counted before it broke off may be less than what was said.
      const estimated = Math.max(0, estimateTokens(text + written) - unfinishedTokens);
      record.outputTokens += counted.outputTokens || estimated;
      unfinishedTokens = 0;
      report(counted);
      // Some providers refuse an entry that is only white space, and it says nothing.
      if (text.trim() !== "" || toolCalls.length > 0) transcript.push({ role: "assistant", text, toolCalls });
      return text;
    },
    recordUnfinished(counted: TokenCounts) {
      record.outputTokens += counted.outputTokens;
      unfinishedTokens += counted.outputTokens;
      report(counted);
    },
    recordDecidedCall(call: ToolCall) {
      transcript.push({ role: "assistant", text: "", toolCalls: [call] });
    },
    recordToolUse(used: RoundOfTools) {
      transcript.push(...used.results);
      searches.push(...used.searches);
    },
    recordGivenText() {
      transcript.push({ role: "assistant", text: emitter.takeText(), toolCalls: [] });
    },
  };
  return record;
}

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
