import type { SessionRecord } from "@servicechat/storage";
import type { ServerContext } from "../server-context.ts";
import { malformed } from "../request/malformed.ts";

/**
 * Records that the visitor has seen, or is being sent, all messages from people: they are not mailed. Where no person
 * ever had the chat there is nothing to record. If it cannot be recorded, the visitor still gets the messages.
 */
export async function markSeen(
  { storage, nowMs }: Pick<ServerContext, "storage" | "nowMs">,
  { id, holding }: Pick<SessionRecord, "id" | "holding">,
): Promise<void> {
  if (holding) await storage.visitorMail.markSeen([id], nowMs()).catch(() => undefined);
}

/**
 * Whether anybody sees what is read: `seen=false` comes from a page that is hidden.
 *
 * @throws ServiceError `malformed_request` for other values
 */
export function readSeen(query: URLSearchParams): boolean {
  const seen = query.get("seen");
  if (seen !== null && seen !== "false" && seen !== "true")
    throw malformed("seen: must be 'true' or 'false'");
  return seen !== "false";
}
