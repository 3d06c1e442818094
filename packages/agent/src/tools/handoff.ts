import { asObject } from "@servicechat/contract";
import { handoffReasons, handoffTool, type HandoffReason } from "@servicechat/contract/agent-file";
import type { ReplyRequest, Tool } from "../agent.ts";

/** Longest summary, in UTF-16 units. */
const maxSummary = 1_000;

/** The built-in tool with which a model asks for a person. The service determines the result. */
export function createHandoffTool(handOff: NonNullable<ReplyRequest["handOff"]>): Tool {
  return {
    name: handoffTool,
    title: "Asking for a person",
    hidesInput: true,
    description:
      "Asks a person of this site's team to take over the chat. Use it when the visitor asks for a person, or needs " +
      "something that you cannot do or know. Do not use it for what you can answer yourself, and not twice.",
    inputSchema: {
      type: "object",
      properties: {
        reason: { type: "string", enum: [...handoffReasons], description: "Why" },
        summary: {
          type: "string",
          minLength: 1,
          maxLength: maxSummary,
          description:
            "What it is about and what was tried, in a few sentences, for the person who takes over",
        },
      },
      required: ["reason", "summary"],
      additionalProperties: false,
    },
    async run(input) {
      const { reason, summary } = asObject(input) ?? {};
      const result = await handOff({ reason: reasonOf(reason), summary: storable(String(summary)) });
      return { result };
    },
  };
}

/** Removes what a database cannot store. */
function storable(text: string): string {
  return text.toWellFormed().replaceAll("\0", "\ufffd");
}

function reasonOf(given: unknown): HandoffReason {
  return handoffReasons.find((reason) => reason === given) ?? "other";
}
