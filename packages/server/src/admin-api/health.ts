import { healthSchema } from "@servicechat/contract/admin-schemas";
import type { Health } from "@servicechat/contract/admin";
import { resultOrThrow } from "./result-or-throw.ts";
import { answer, roleRoute } from "./route.ts";

/** GET health */
export const readHealth = roleRoute("editor", {
  summary:
    "What `servicechat doctor` finds, for roles with access to all agents; checked at most once a minute",
  only: "all_agents",
  answer: healthSchema,
  handle: async ({ admin, admission: { actor } }) => {
    const { findings } = resultOrThrow(await admin.operations.health.examine(actor, {}));
    const checks: Health["checks"] = findings.map(({ check, status, detail, advice }) => ({
      name: check,
      ok: status !== "problem",
      message: detail,
      status,
      ...(advice !== undefined && { advice }),
    }));
    return answer({ checks } satisfies Health);
  },
});
