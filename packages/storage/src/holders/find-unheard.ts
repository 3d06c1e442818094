import { sql, type Kysely } from "kysely";
import type { StoredPart } from "../schema/rows/chats.ts";
import type { Tables } from "../schema/tables.ts";
import type { HandoffStore, UnheardRequest } from "./handoff-store.ts";

/** Finds replies of lost nodes that broke off while they asked for a person. */
export async function findUnheard(
  database: Kysely<Tables>,
  { tool, liveNodes }: Parameters<HandoffStore["findUnheard"]>[0],
): Promise<readonly UnheardRequest[]> {
  const rows = await database
    .selectFrom("replies")
    .innerJoin("sessions", "sessions.id", "replies.session_id")
    .leftJoin("handoffs", "handoffs.session_id", "replies.session_id")
    .select(["replies.session_id", "agent_id", "asked_key", "parts", "replies.created_at", "since"])
    .where("status", "=", sql.lit("streaming"))
    .where("holder", "=", "agent")
    .$if(liveNodes.length > 0, (query) => query.where("node", "not in", liveNodes))
    .execute();
  return rows.flatMap((row) => {
    const parts: readonly StoredPart[] = JSON.parse(row.parts);
    // One that is kept since the reply began is this very one.
    const isKept = row.since !== null && row.since >= row.created_at;
    const isAsking = parts.some(
      (part) => part.type === "tool" && part.name === tool && part.status === "running",
    );
    const found = { sessionId: row.session_id, agentId: row.agent_id, keyId: row.asked_key };
    return isAsking && !isKept ? [found] : [];
  });
}
