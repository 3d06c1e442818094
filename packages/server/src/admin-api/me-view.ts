import type { Me } from "@servicechat/contract/admin";
import type { AdminContext, OperatorAdmission } from "../admin-context.ts";
import { resultOrThrow } from "./result-or-throw.ts";
import { timeOf } from "./times.ts";

/** The caller, as returned by `GET me` and every sign-in. */
export async function meView(
  { operations }: AdminContext,
  { actor, expiresAt }: Pick<OperatorAdmission, "actor" | "expiresAt">,
): Promise<Me> {
  const me = resultOrThrow(await operations.me.read(actor, {}));
  return {
    kind: actor.kind === "token" ? "token" : "operator",
    ...me,
    agents: me.agents && [...me.agents],
    expiresAt: timeOf(expiresAt),
  };
}
