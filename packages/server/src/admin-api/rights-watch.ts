import type { AdminContext, IdentifiedOperator } from "../admin-context.ts";
import type { RequestContext } from "../request-context.ts";

/**
 * Says whether a stream's reader still has access: checked again whenever something about people, sessions or tokens
 * may have changed, and when the session or token expires.
 *
 * @returns a function that takes the current revision of the storage
 */
export function createRightsWatch(
  { live: { server, identify } }: AdminContext,
  context: RequestContext,
  { actor, expiresAt }: IdentifiedOperator,
) {
  let seen: number | undefined;
  let endsAt = expiresAt;
  const rightsOf = (operator: IdentifiedOperator["actor"]) =>
    JSON.stringify([operator.role, operator.agents]);
  return async (revision: number): Promise<boolean> => {
    if (!server.isOpen()) return false;
    if (revision === seen && server.nowMs() < endsAt) return true;
    seen = revision;
    const now = await identify(context).catch(() => undefined);
    if (!now || rightsOf(now.actor) !== rightsOf(actor)) return false;
    endsAt = now.expiresAt;
    return true;
  };
}
