import type { AdminContext, IdentifiedOperator } from "../admin-context.ts";
import type { RequestContext } from "../request-context.ts";

/**
 * Says whether who follows a stream still may: looked up again whenever something about people, sessions or tokens may have
 * changed, and when the session or token ends by itself.
 *
 * @returns Takes the storage's revision as it is now
 */
export function createRightsWatch(
  { server, identify }: AdminContext,
  context: RequestContext,
  { asker, expiresAt }: IdentifiedOperator,
) {
  let seen: number | undefined;
  let endsAt = expiresAt;
  const rightsOf = (operator: IdentifiedOperator["asker"]) =>
    JSON.stringify([operator.role, operator.agents]);
  return async (mark: number): Promise<boolean> => {
    if (!server.isOpen()) return false;
    if (mark === seen && server.nowMs() < endsAt) return true;
    seen = mark;
    const now = await identify(context).catch(() => undefined);
    if (!now || rightsOf(now.asker) !== rightsOf(asker)) return false;
    endsAt = now.expiresAt;
    return true;
  };
}
