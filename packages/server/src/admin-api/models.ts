import { ServiceError } from "@servicechat/contract";
import {
  listedModelsSchema,
  listModelsSchema,
  triedModelSchema,
  tryModelSchema,
} from "@servicechat/contract/admin-schemas";
import type { Actor } from "@servicechat/operations";
import { secondsUntilReset } from "../seconds-until-reset.ts";
import type { AdminContext } from "../admin-context.ts";
import { resultOrThrow } from "./result-or-throw.ts";
import { answer, roleRoute } from "./route.ts";

/** How often a person may have providers asked, in any 60 seconds: each costs money, or says something about the network. */
const maxPerMinute = 10;

/** POST models/try */
export const tryModel = roleRoute("editor", {
  summary: "Ask a model one short question, as an agent would",
  body: tryModelSchema,
  answer: triedModelSchema,
  fails: ["rate_limited"],
  handle: async ({ admin, admission: { actor }, body }) => {
    await countRequest(admin, actor);
    return answer(resultOrThrow(await admin.operations.models.try(actor, body)));
  },
});

/** POST models/list */
export const listModels = roleRoute("editor", {
  summary: "The names of a provider's models; none where it has no list",
  body: listModelsSchema,
  answer: listedModelsSchema,
  fails: ["rate_limited", "model_unreachable"],
  handle: async ({ admin, admission: { actor }, body }) => {
    await countRequest(admin, actor);
    const { names } = resultOrThrow(await admin.operations.models.list(actor, body));
    return answer({ items: names.map((name) => ({ name })) });
  },
});

/** Counts a request of a person, whatever they send it with. @throws ServiceError `rate_limited` */
async function countRequest({ live }: AdminContext, { person, ...actor }: Actor): Promise<void> {
  const { counter } = live.server.coordination;
  const count = await counter.count(`models ${person?.id ?? actor.id}`, maxPerMinute);
  if (count.accepted) return;
  throw new ServiceError("rate_limited", {
    detail: "You have tried models ten times in a minute. Please wait, then try again.",
    retryAfter: secondsUntilReset(count),
  });
}
