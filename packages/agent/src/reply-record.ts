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
   * @returns the text of it
   */
  keepSaid(toolCalls: readonly ToolCall[], tokens: number): string;
  /** Keeps a call that no model made: it costs no tokens. */
  keepDecided(call: ToolCall): void;
  keepResults(results: readonly Entry[]): void;
}

/** Begins the record of one reply. */
export function createReplyRecord(voice: Voice): ReplyRecord {
  const transcript: Entry[] = [];
  let outputTokens = 0;

  return {
    transcript,
    get outputTokens() {
      return outputTokens;
    },
    keepSaid(toolCalls, tokens) {
      const text = voice.takeText();
      outputTokens += tokens || estimateTokens(text + toolCalls.map((call) => JSON.stringify(call)).join(""));
      if (text !== "" || toolCalls.length > 0) transcript.push({ role: "assistant", text, toolCalls });
      return text;
    },
    keepDecided(call) {
      transcript.push({ role: "assistant", text: "", toolCalls: [call] });
    },
    keepResults(results) {
      transcript.push(...results);
    },
  };
}
