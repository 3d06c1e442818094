import { draftSchema, emptyBodySchema } from "@servicechat/contract/admin-schemas";
import { ServiceError } from "@servicechat/contract";
import { untilClosed } from "../response/until-closed.ts";
import { resultOrThrow } from "./result-or-throw.ts";
import { answer, roleRoute } from "./route.ts";

/** The sessions and tokens that are waiting for a draft: each costs as much as an answer. */
const drafting = new Set<string>();

/** POST chats/{id}/draft */
export const draftInChat = roleRoute("responder", {
  summary: "Have the agent draft what a person could say next; only the caller sees it, one draft at a time",
  body: emptyBodySchema,
  mayLackBody: true,
  answer: draftSchema,
  fails: [
    "agent_not_found",
    "rate_limited",
    "budget_used_up",
    "model_unavailable",
    "model_refused",
    "model_declined",
    "reply_timeout",
  ],
  handle: async ({ context, admin, admission: { actor }, params }) => {
    const found = resultOrThrow(await admin.operations.handoff.toDraft(actor, { id: params["id"] ?? "" }));
    const who = actor.session ?? actor.id ?? "";
    if (drafting.has(who))
      throw new ServiceError("rate_limited", {
        detail: "A draft of yours is still being written.",
        retryAfter: 5,
      });
    drafting.add(who);
    try {
      const ids = { requestId: context.requestId, sessionId: found.session.id };
      const text = await admin.live.server.draftAnswer({ ...found, signal: untilClosed(context), ids });
      return answer({ text });
    } finally {
      drafting.delete(who);
    }
  },
});
