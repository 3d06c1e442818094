import type { Me } from "@servicechat/contract/admin";
import type { AdminContext, OperatorAdmission } from "../admin-context.ts";
import { answered } from "./answered.ts";
import { timeOf } from "./times.ts";

/** Who asks, as `GET me` and every sign-in answer it. */
export async function meView(
  { operations }: AdminContext,
  { asker, expiresAt }: Pick<OperatorAdmission, "asker" | "expiresAt">,
): Promise<Me> {
  const me = answered(await operations.me.read(asker, {}));
  return {
    kind: asker.kind === "token" ? "token" : "operator",
    ...me,
    agents: me.agents && [...me.agents],
    expiresAt: timeOf(expiresAt),
  };
}
