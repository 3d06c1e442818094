import type { SessionRecord } from "@servicechat/storage";
import { timeText } from "../output/print.ts";

/** What is shown of a chat as a whole. */
export function sessionView({ id, agentId, turns, createdAt, lastActiveAt }: SessionRecord) {
  return { id, agent: agentId, turns, createdAt: timeText(createdAt), lastActiveAt: timeText(lastActiveAt) };
}
