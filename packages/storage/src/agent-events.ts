import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import type { Tables } from "./schema/tables.ts";

/** An event of an agent that belongs to no chat. Triggers report those of chats. */
interface AgentEvent {
  readonly type: "gap.opened" | "tests.flipped";
  readonly at: number;
  readonly agentId: string;
  /** Id of the gap, or number of the run. */
  readonly subject: string;
  /** Of a gap its state; of tests how many were broken and fixed, such as `2/1`. */
  readonly detail: string;
}

/** Enqueues an event for each webhook that subscribes to it, in the transaction that it reports. */
export async function enqueueAgentEvent(
  transaction: Kysely<Tables>,
  { type, at, agentId, subject, detail }: AgentEvent,
): Promise<void> {
  const webhooks = await transaction
    .selectFrom("webhooks")
    .select(["id", "events", "agents"])
    .where("enabled", "=", 1)
    .execute();
  const wants = (list: string, name: string) => (JSON.parse(list) as readonly string[]).includes(name);
  for (const { id, events, agents } of webhooks) {
    if (!wants(events, type) || (agents !== null && !wants(agents, agentId))) continue;
    await transaction
      .insertInto("webhook_deliveries")
      .values({
        id: `msg_${randomUUID().replaceAll("-", "")}`,
        webhook_id: id,
        type,
        at,
        session_id: "",
        agent_id: agentId,
        subject,
        detail,
        name: null,
        state: "pending",
        tries: "[]",
        tried: 0,
        next_at: 0,
        claimed_until: 0,
      })
      .execute();
  }
}
