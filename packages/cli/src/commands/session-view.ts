import type { SessionRecord, Storage } from "@servicechat/storage";
import { timeText } from "../print.ts";
import { Refusal } from "../refusal.ts";

/** What is shown of a chat as a whole. */
export function sessionView({ id, agentId, turns, createdAt, lastActiveAt }: SessionRecord) {
  return { id, agent: agentId, turns, createdAt: timeText(createdAt), lastActiveAt: timeText(lastActiveAt) };
}

/** @throws Refusal when there is no such chat */
export async function requireSession(storage: Storage, id: string): Promise<SessionRecord> {
  const session = await storage.conversations.find(id);
  if (!session) throw noSession(id);
  return session;
}

/** Says so. */
export function noSession(id: string): Refusal {
  return new Refusal(`There is no chat '${id}'. See: servicechat session list`);
}
