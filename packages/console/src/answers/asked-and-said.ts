import type { Entry } from "@servicechat/contract/admin";

/** The longest question that an answer can be for. */
const maxLength = 500;

/**
 * What a visitor asked before a reply, as one line, and what a person said to it: what an agent said is what is to be put
 * right. No question when it was too long to be one.
 */
export function askedAndSaid(
  entries: readonly Entry[],
  message: string,
): { readonly questions: readonly string[]; readonly text?: string } {
  const at = entries.findIndex(({ id }) => id === message);
  const reply = entries[at];
  const asked = entries
    .slice(0, at < 0 ? entries.length : at)
    .findLast((entry) => entry.type === "message" && entry.role === "user" && entry.text.trim() !== "");
  const question = asked?.type === "message" ? asked.text.replaceAll(/\s+/gu, " ").trim() : "";
  return {
    questions: question !== "" && question.length <= maxLength ? [question] : [],
    ...(reply?.type === "message" && reply.by.kind === "person" && { text: reply.text }),
  };
}
