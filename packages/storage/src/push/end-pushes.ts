import type { Kysely } from "kysely";
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
