import type { ToolCall } from "@servicechat/contract";
import type { ReplyOutcome, ModelResponse, ToolDescription } from "../agent.ts";
import { readFollowUps } from "./read-follow-ups.ts";
import { suggestFollowUps } from "./suggest-follow-ups.ts";

/** The suggestions of one reply: offered in its rounds, taken out of their calls, and given back with its end. */
interface Suggesting {
  /** The tool to offer the model in a round. */
  tools(): readonly ToolDescription[];
  /** Takes the suggestions out of the calls of a round. The newest that holds any follow-ups counts. */
  take(calls: readonly ToolCall[]): {
    readonly suggestions: readonly ToolCall[];
    readonly others: readonly ToolCall[];
  };
  /** Stops offering it: calling it then is calling a tool that does not exist. Earlier suggestions still count. */
  stop(): void;
  /** How the reply ends with this round, whose text is `text`: whole, with its follow-ups if it has any, or early. */
  conclude(response: ModelResponse, text: string): Pick<ReplyOutcome, "ending" | "followUps">;
}

/** @param isWanted Whether the agent's visitors are offered follow-ups at all */
export function createSuggesting(isWanted: boolean): Suggesting {
  let isOffered = isWanted;
  let followUps: readonly string[] | undefined;

  return {
    tools: () => (isOffered ? [suggestFollowUps] : []),
    take(calls) {
      if (!isOffered) return { suggestions: [], others: calls };
      const suggestions = calls.filter(isSuggestion);
      followUps = suggestions.map(({ input }) => readFollowUps(input)).findLast(Boolean) ?? followUps;
      return { suggestions, others: calls.filter((call) => !isSuggestion(call)) };
    },
    stop() {
      isOffered = false;
    },
    conclude(response, text) {
      const isAnswered = isOffered && text.trim() !== "" && isCutInSuggestion(response);
      const ending = isAnswered ? null : endingOf(response);
      return { ending, ...(followUps && !ending && { followUps }) };
    },
  };
}

function endingOf({ finish }: ModelResponse): ReplyOutcome["ending"] {
  if (finish === "declined") return "filtered";
  return finish === "length" ? "length" : null;
}

const isSuggestion = ({ name }: Pick<ToolCall, "name">): boolean => name === suggestFollowUps.name;

/**
 * Whether nothing but a suggestion was being written when the output limit was met: the answer above it is whole. A
 * suggestion that is complete does not tell what was cut after it.
 */
function isCutInSuggestion({ toolCalls }: ModelResponse): boolean {
  const isHalf = toolCalls.length > 0 && readFollowUps(toolCalls.at(-1)?.input) === undefined;
  return isHalf && toolCalls.every(isSuggestion);
}
