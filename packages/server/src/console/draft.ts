import { draftSchema, emptyBodySchema } from "@servicechat/contract/admin-schemas";
import { ServiceError } from "@servicechat/contract";
import { answered } from "./answered.ts";
import { answer, roleRoute } from "./route.ts";

/** Who waits for a draft, as the session or token that asked: each costs what an answer costs. */
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
  handle: async ({ context, admin, admission: { asker }, params }) => {
    const found = answered(await admin.operations.handover.toDraft(asker, { id: params["id"] ?? "" }));
    const who = asker.session ?? asker.id ?? "";
    if (drafting.has(who))
      throw new ServiceError("rate_limited", { detail: "You have a draft in the making.", retryAfter: 5 });
    const gone = new AbortController();
    const { response } = context;
    response.once("close", () => gone.abort());
    drafting.add(who);
    try {
      const ids = { requestId: context.requestId, sessionId: found.session.id };
      const text = await admin.server.draftAnswer({ ...found, signal: gone.signal, ids });
      return answer({ text });
    } finally {
      drafting.delete(who);
    }
  },
});
