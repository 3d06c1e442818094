import { replyIdOfMessage } from "@servicechat/contract";
import { postFlagSchema, replyFlagSchema } from "@servicechat/contract/admin-schemas";
import { resultOrThrow } from "./result-or-throw.ts";
import { answer, nothing, roleRoute } from "./route.ts";
import { timeOf } from "./times.ts";

/** POST chats/{id}/flags */
export const flagReply = roleRoute("responder", {
  summary:
    "Flag a reply that is not right, replacing its flag if it has one; its question is then part of a gap",
  body: postFlagSchema,
  answer: replyFlagSchema,
  status: 201,
  fails: ["reply_not_found"],
  handle: async ({ admin, admission: { actor }, params, body: { message, ...flag } }) => {
    const reply = { id: params["id"] ?? "", replyId: replyIdOfMessage(message) ?? "" };
    const { at, ...put } = resultOrThrow(await admin.operations.flags.put(actor, { ...reply, ...flag }));
    return answer({ ...put, at: timeOf(at) }, { status: 201 });
  },
});

/** DELETE chats/{id}/flags/{message} */
export const unflagReply = roleRoute("responder", {
  summary: "Remove a flag",
  fails: ["reply_not_found"],
  handle: async ({ admin, admission: { actor }, params }) => {
    const replyId = replyIdOfMessage(params["message"] ?? "") ?? "";
    resultOrThrow(await admin.operations.flags.remove(actor, { id: params["id"] ?? "", replyId }));
    return nothing;
  },
});
