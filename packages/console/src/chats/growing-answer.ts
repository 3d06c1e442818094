import type { StreamEvent } from "@servicechat/contract";

/** A part of an answer, with the same fields as in the history. */
type Part = Readonly<Record<string, unknown>>;

/** The parts of an answer after one more event of its stream, as the history will contain them. */
export function partsAfter(parts: readonly Part[], event: StreamEvent): readonly Part[] {
  if (event.type === "start") return [];
  if (event.type === "text") return withText(parts, event.data);
  if (event.type === "image") return [...parts, { type: "image", ...event.data }];
  if (event.type === "ask_user_question") return [...parts, { type: "question", ...event.data }];
  if (event.type === "tool_usage_start") {
    const { id, name, title } = event.data;
    return [...parts, { type: "tool", id, name, title, status: "running" }];
  }
  if (event.type === "tool_usage_progress" || event.type === "tool_usage_stop")
    return parts.map((part) =>
      part["type"] === "tool" && part["id"] === event.data.id ? { ...part, ...event.data } : part,
    );
  return parts;
}

function withText(parts: readonly Part[], text: string): readonly Part[] {
  const last = parts.at(-1);
  return last?.["type"] === "text"
    ? [...parts.slice(0, -1), { ...last, text: `${String(last["text"])}${text}` }]
    : [...parts, { type: "text", text }];
}
