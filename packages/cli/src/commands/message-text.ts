import type { HistoryMessage, MessagePart } from "@servicechat/contract";

/** A message as text for people: its content, and the questions in it. */
export function messageText({ content, parts }: Pick<HistoryMessage, "content" | "parts">): string {
  return [content, ...parts.flatMap(askedIn)].filter((text) => text !== "").join("\n");
}

function askedIn(part: MessagePart): readonly string[] {
  if (part.type !== "question") return [];
  const { confirm, questions } = part;
  if (confirm) return [confirm.title, confirm.request, confirm.body ?? ""];
  return questions.flatMap(({ question, options }) => [
    question,
    ...options.map(({ label, description }) => (description ? `- ${label}: ${description}` : `- ${label}`)),
  ]);
}
