import { sql, type Kysely } from "kysely";
import { hideAgents } from "../erasure/erase-agents.ts";
import type { Tables } from "../schema/tables.ts";

/**
 * Stops all messages to browsers in which a person was signed out.
 *
 * @param sessions `only` this session; `except` all but this one; without either, every one
 */
export async function endPushes(
  transaction: Kysely<Tables>,
  operatorId: string,
  { only, except }: { readonly only?: string; readonly except?: string | undefined } = {},
): Promise<void> {
  let query = transaction.deleteFrom("push_subscriptions").where("operator_id", "=", operatorId);
  if (only !== undefined) query = query.where("session_id", "=", only);
  if (except !== undefined) query = query.where("session_id", "!=", except);
  await query.execute();
}

/** Hides the drafts of a person with those of their API tokens, or of one token. */
export async function hideDraftsOf(transaction: Kysely<Tables>, authorId: string): Promise<void> {
  await hideAgents(
    transaction,
    sql<boolean>`drafted_by = ${authorId} or drafted_by in (select id from api_tokens where operator_id = ${authorId})`,
  );
}
