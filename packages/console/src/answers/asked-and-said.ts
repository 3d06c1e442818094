import type { Entry } from "@servicechat/contract/admin";

/** The longest question that an answer can be for. */
const maxLength = 500;

/**
 * What a visitor asked before a reply, as one line, and what is right: the words of the person who gave it, or what somebody
 * who flagged it said. No question when it was too long to be one.
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
  const right =
    reply?.type !== "message" ? null : reply.by.kind === "person" ? reply.text : reply.flag?.right;
  return {
    questions: question !== "" && question.length <= maxLength ? [question] : [],
    ...(right && { text: right }),
  };
}
