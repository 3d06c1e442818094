import type { SessionRecord } from "@servicechat/storage";
import { timeText } from "../output/print.ts";

/** The fields of a chat that are printed. */
export function sessionView({ id, agentId, turns, createdAt, lastActiveAt }: SessionRecord) {
  return { id, agent: agentId, turns, createdAt: timeText(createdAt), lastActiveAt: timeText(lastActiveAt) };
}
