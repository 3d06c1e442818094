import type { Kysely } from "kysely";
import type { Tables } from "../schema/tables.ts";

/**
 * Lets no browser of a person be told anything more in which they were signed out.
 *
 * @param sessions.only this session's alone; `except` all but this one's; without either, every one
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
