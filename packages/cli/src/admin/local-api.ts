import { adminProblemSchema } from "@servicechat/contract/admin-schemas";
import type { Actor, Refused } from "@servicechat/operations";
import { createAdminCaller } from "@servicechat/server/admin-api";
import type { Services } from "../open-services.ts";
import { createAdminApi } from "./admin-api.ts";
import type { AdminApi } from "./admin-api.ts";
import { AdminProblem } from "./admin-problem.ts";
import { sentenceOf } from "./refusals.ts";

/**
 * The admin API on the local database: the routes of a running service, called within this process.
 *
 * @returns the API, on behalf of an actor
 */
export function createLocalApi(
  { storage, operations }: Pick<Services, "storage" | "operations">,
  { publicUrl, now }: { readonly publicUrl: string; readonly now: () => number },
): (actor: Actor) => AdminApi {
  const call = createAdminCaller({ storage, operations, publicUrl, nowMs: now });
  return (actor) =>
    createAdminApi("This version", async ({ body, onStep = {}, ...request }) => {
      const result = await call(
        {
          ...request,
          body: asJson(body),
          onStep: (step) => (progress) => onStep[step]?.(progress),
        },
        actor,
      );
      if ("body" in result) return asJson(result.body);
      const problem = adminProblemSchema.loose().parse(result.problem);
      throw new AdminProblem(problem, sentenceFor(result.refused, problem.detail));
    });
}

/** `undefined` if the sentence needs an id that only the request contains. */
function sentenceFor(refused: Refused | undefined, detail: string): string | undefined {
  if (!refused) return detailAsSentence(detail);
  return refused.kind === "reply_not_found" ? undefined : sentenceOf(refused);
}

/** The value as it would be sent, without `undefined` fields. */
function asJson(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}

/** The detail of a problem as a sentence: it may begin with the name of a field. */
function detailAsSentence(detail: string): string {
  const [, field, issue] = /^([\w.]+): (.+?)\.?$/s.exec(detail) ?? [];
  return field === undefined ? detail : `The ${field === "q" ? "search" : field} ${issue}.`;
}
