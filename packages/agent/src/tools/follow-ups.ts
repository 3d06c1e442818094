import { asObject, cleanText } from "@servicechat/contract";
import type { ToolCall } from "@servicechat/contract";
import { followUpsTool } from "@servicechat/contract/agent-file";
import type { ToolDescription, ReplyOutcome, ModelResponse } from "../agent.ts";
import { parseJson } from "../json.ts";

/**
 * The built-in tool with which a model suggests the visitor's next questions. It is never run, shown as a tool's use or
 * answered, and a completed reply ends with it, without another call of the model. So the call is in no conversation
 * that a model reads: some providers refuse a visitor's message directly after a tool's result.
 */
export const suggestFollowUps = {
  name: followUpsTool,
  description:
    "Offers the visitor questions to ask you next, as buttons below your answer. Call it once, in the same turn as your " +
    "answer and after its text, which it ends: nothing can be said after it.",
  inputSchema: {
    type: "object",
    properties: {
      questions: {
        type: "array",
        minItems: 1,
        maxItems: 3,
        items: {
          type: "string",
          minLength: 1,
          maxLength: 80,
          description:
            "A question in the visitor's words and language, plain text, as short as a button asks for",
        },
      },
    },
    required: ["questions"],
  },
} as const satisfies ToolDescription;

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
 * suggestion that is complete does not show what was cut after it.
 */
function isCutInSuggestion({ toolCalls }: ModelResponse): boolean {
  const isHalf = toolCalls.length > 0 && readFollowUps(toolCalls.at(-1)?.input) === undefined;
  return isHalf && toolCalls.every(isSuggestion);
}

const maxFollowUps = 3;
/**
 * In UTF-16 units. Models are asked for 80 and count badly; a much longer text is not suitable for a button, and
 * neither is half a question.
 */
const maxLength = 120;

/**
 * Reads the follow-ups that a model suggests, however it wrote them: objects around the texts, one text without the
 * list, the list as JSON text. Each is one line of visible plain text; those that are empty, too long or repeated are
 * left out. `undefined` when nothing is left.
 */
export function readFollowUps(input: unknown): readonly string[] | undefined {
  const fields = asObject(input);
  const texts = listOf(fields?.["questions"] ?? fields?.["question"]).map(lineOf);
  const fitting = texts.filter((text) => /[\p{L}\p{N}]/u.test(text) && text.length <= maxLength);
  const distinct = [...new Set(fitting)];
  return distinct.length > 0 ? distinct.slice(0, maxFollowUps) : undefined;
}

function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (typeof value !== "string") return [];
  return /^\s*\[/.test(value) ? listOf(parseJson(value)) : [value];
}

/** Invisible characters. Parts of emoji, joiners, direction marks and isolates are kept, as in `cleanText`. */
const unseen =
  /[\p{Default_Ignorable_Code_Point}--\p{Emoji_Component}--[\u061C\u200C\u200E\u200F\u2066-\u2069]]/gv;

/** Without what would break the line or cannot be seen, which a visitor would send unawares. */
function lineOf(value: unknown): string {
  const fields = asObject(value);
  const text = fields ? (fields["question"] ?? fields["text"]) : value;
  if (typeof text !== "string") return "";
  return cleanText(text)
    .replace(unseen, "")
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();
}
