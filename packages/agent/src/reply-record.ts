import type { ReplyOutcome, ToolCall } from "./agent.ts";
import { estimateTokens } from "./estimate-tokens.ts";
import type { Voice } from "./voice.ts";

type Entry = ReplyOutcome["transcript"][number];

/** What a reply has come to so far. */
export interface ReplyRecord {
  readonly transcript: readonly Entry[];
  readonly outputTokens: number;
  /**
   * Keeps what the model has said since the last time, also when it broke off in the middle.
   *
   * @param tokens As the provider counted; 0, and they are estimated
   * @param unkept Calls that were written too, and of which only the tokens count
   * @returns the text of it
   */
  keepSaid(toolCalls: readonly ToolCall[], tokens: number, unkept?: readonly ToolCall[]): string;
  /** Keeps a call that no model made: it costs no tokens. */
  keepDecided(call: ToolCall): void;
  keepResults(results: readonly Entry[]): void;
}

/** Begins the record of one reply. */
export function createReplyRecord(voice: Voice): ReplyRecord {
  const transcript: Entry[] = [];

  const record = {
    transcript,
    outputTokens: 0,
    keepSaid(toolCalls: readonly ToolCall[], tokens: number, unkept: readonly ToolCall[] = []) {
      const text = voice.takeText();
      const written = [...toolCalls, ...unkept].map((call) => JSON.stringify(call)).join("");
      record.outputTokens += tokens || estimateTokens(text + written);
      // An entry of nothing but white space is refused by some providers, and answers no one.
      if (text.trim() !== "" || toolCalls.length > 0) transcript.push({ role: "assistant", text, toolCalls });
      return text;
    },
    keepDecided(call: ToolCall) {
      transcript.push({ role: "assistant", text: "", toolCalls: [call] });
    },
    keepResults(results: readonly Entry[]) {
      transcript.push(...results);
    },
  };
  return record;
}
