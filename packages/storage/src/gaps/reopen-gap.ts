import type { GapState } from "@servicechat/contract/admin";
import type { Kysely } from "kysely";
import { enqueueAgentEvent } from "../agent-events.ts";
import type { Tables } from "../schema/tables.ts";

/** A gap that has closed. */
export const closedState: readonly GapState[] = ["closed"];
/** Closed gaps that nobody works on, which a person may reopen. */
export const reopenableStates: readonly GapState[] = ["closed", "dismissed"];

/** Which gap is opened again, and when. */
interface Reopening {
  readonly id: string;
  /** The states in which it is opened again; in any other it is left alone. */
  readonly from: readonly GapState[];
  readonly at: number;
  /** Whether a person says that it is open: then it does not close for what it closed for before. */
  readonly isByPerson: boolean;
}

/** Opens a gap again, and enqueues the event for webhooks. @returns whether it was in one of these states */
export async function reopenGap(
  transaction: Kysely<Tables>,
  { id, from, at, isByPerson }: Reopening,
): Promise<boolean> {
  const reopened = await transaction
    .updateTable("gaps")
    .set({
      state: "reopened",
      changed_at: at,
      closed_by: null,
      changed_by: null,
      checked: null,
      ...(!isByPerson && { proof: null }),
    })
    .where("id", "=", id)
    .where("state", "in", from)
    .returning("agent_id")
    .executeTakeFirst();
  if (!reopened) return false;
  const agentId = reopened.agent_id;
  await enqueueAgentEvent(transaction, { type: "gap.opened", at, agentId, subject: id, detail: "reopened" });
  return true;
}
