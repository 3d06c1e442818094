import type { Entry } from "@servicechat/contract/admin";

/** The maximum length of an answer's question. */
const maxLength = 500;

/**
 * The visitor's question before a reply, on one line, and the right answer: the words of the person who answered, or
 * the correction by somebody who flagged the reply. The question is left out if it is too long to be one.
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
