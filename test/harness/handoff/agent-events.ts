import type { StreamEvent } from "@servicechat/contract";

/** Events of the agent that nobody may receive while a person holds the chat. */
const ofAgent: readonly StreamEvent["type"][] = [
  "start",
  "text",
  "progress",
  "tool_usage_start",
  "tool_usage_progress",
  "tool_usage_stop",
  "image",
  "ask_user_question",
  "follow_ups",
];
const names: ReadonlySet<string> = new Set(ofAgent);

/** Whether the agent says or does something in this event. */
export function isOfAgent(event: string): boolean {
  return names.has(event);
}

/** Whether it says that a person holds the chat. */
export function isTakenBy({ event, data }: { readonly event: string; readonly data: unknown }): boolean {
  return event === "holder" && (data as { readonly holder?: string }).holder === "person";
}
