import type { ToolCall } from "@servicechat/contract";
import type { ModelDefinition } from "@servicechat/contract/agent-file";
import type { ModelResponse, ReplyOutcome } from "../agent.ts";
import type { KnowledgeSearch } from "../knowledge-search.ts";
import { estimateTokens } from "../context/estimate-tokens.ts";
import type { DoneSearch, UseTools } from "../tools/use-tools.ts";
import { citationsIn } from "./citations-in.ts";
import type { TextEmitter } from "./text-emitter.ts";

type TokenCounts = Pick<ModelResponse, "inputTokens" | "cachedTokens" | "outputTokens">;
type RoundOfTools = Pick<Awaited<ReturnType<UseTools>>, "results" | "searches">;
type Entry = ReplyOutcome["transcript"][number];

/** What a reply has come to so far. */
export interface ReplyRecord {
  readonly transcript: readonly Entry[];
  /** Of the knowledge, with what has been cited of them so far. */
  searches(): readonly KnowledgeSearch[];
  /** Estimated where a provider did not count. */
  readonly outputTokens: number;
  /** The one that speaks. */
  model: ModelDefinition;
  /** As providers reported them. */
  readonly reported: Readonly<TokenCounts>;
  /**
   * Keeps what the model has said since the last time, also when it broke off in the middle.
   *
   * @param counted As the provider counted; absent or 0, and output tokens are estimated
   * @param unkept Calls that were written too, and of which only the tokens count
   * @returns the text of it
   */
  keepSaid(toolCalls: readonly ToolCall[], counted?: TokenCounts, unkept?: readonly ToolCall[]): string;
  /** Keeps a call that no model made: it costs no tokens. */
  keepDecided(call: ToolCall): void;
  keepUsed(used: RoundOfTools): void;
  /** Keeps what has been said since the last call if no model wrote it: it costs no tokens. */
  keepGiven(): void;
}

const nothing: TokenCounts = { inputTokens: 0, outputTokens: 0 };

/** Begins the record of one reply. @param first the model that speaks first */
export function createReplyRecord(emitter: TextEmitter, first: ModelDefinition): ReplyRecord {
  const transcript: Entry[] = [];
  const searches: DoneSearch[] = [];

  const record = {
    transcript,
    searches() {
      const said = transcript.flatMap((entry) => (entry.role === "assistant" ? [entry.text] : [])).join("\n");
      const isCited = citationsIn(said);
      return searches.map(({ passages, ...search }) => ({
        ...search,
        passages: passages.map((passage) => ({ ...passage, cited: isCited(passage) })),
      }));
    },
    outputTokens: 0,
    model: first,
    reported: { ...nothing } as { -readonly [Name in keyof TokenCounts]: TokenCounts[Name] },
    keepSaid(toolCalls: readonly ToolCall[], counted = nothing, unkept: readonly ToolCall[] = []) {
      const text = emitter.takeText();
      const written = [...toolCalls, ...unkept].map((call) => JSON.stringify(call)).join("");
      record.outputTokens += counted.outputTokens || estimateTokens(text + written);
      // Its estimate keeps it within a budget, and costs nothing.
      if (record.model.provider !== "extractive") {
        record.reported.inputTokens += counted.inputTokens;
        record.reported.outputTokens += counted.outputTokens;
        if (counted.cachedTokens)
          record.reported.cachedTokens = (record.reported.cachedTokens ?? 0) + counted.cachedTokens;
      }
      // An entry of nothing but white space is refused by some providers, and answers no one.
      if (text.trim() !== "" || toolCalls.length > 0) transcript.push({ role: "assistant", text, toolCalls });
      return text;
    },
    keepDecided(call: ToolCall) {
      transcript.push({ role: "assistant", text: "", toolCalls: [call] });
    },
    keepUsed(used: RoundOfTools) {
      transcript.push(...used.results);
      searches.push(...used.searches);
    },
    keepGiven() {
      transcript.push({ role: "assistant", text: emitter.takeText(), toolCalls: [] });
    },
  };
  return record;
}
