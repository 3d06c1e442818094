import type { SessionRecord } from "@servicechat/storage";
import type { ServerContext } from "../server-context.ts";

/**
 * Notes that the visitor has seen, or is just being sent, all that people have said: it is not mailed to them. Where no
 * person ever had the chat there is nothing to note. A note that cannot be written keeps nobody from reading.
 */
export async function noteSeen(
  { storage, nowMs }: Pick<ServerContext, "storage" | "nowMs">,
  { id, holding }: Pick<SessionRecord, "id" | "holding">,
): Promise<void> {
  if (holding) await storage.visitorMail.markSeen([id], nowMs()).catch(() => undefined);
}
