import { messageIdOfReply } from "@servicechat/contract";
import { replyFlagSchema } from "@servicechat/contract/admin-schemas";
import type { CommandOperations } from "../command-operations.ts";
import { segment } from "./admin-api.ts";
import type { AdminApi } from "./admin-api.ts";
import { orRefused } from "./remote-problem.ts";
import { msOf } from "./times.ts";

/** Flagged replies of a remote service. */
export function remoteFlags(api: AdminApi): CommandOperations["flags"] {
  return {
    put: (_, { id, replyId, reason, right = null }) =>
      orRefused(
        async () => {
          const body = { message: messageIdOfReply(replyId), reason, right };
          const { at, ...flag } = await api.ask("POST", `chats/${segment(id)}/flags`, {
            body,
            answer: replyFlagSchema,
          });
          return { ...flag, at: msOf(at) };
        },
        refusalsOf(id, replyId),
      ),
    remove: (_, { id, replyId }) =>
      orRefused(
        async () => {
          await api.ask("DELETE", `chats/${segment(id)}/flags/${segment(messageIdOfReply(replyId))}`);
          return { id: replyId };
        },
        refusalsOf(id, replyId),
      ),
  };
}

const refusalsOf = (id: string, replyId: string) => ({
  chat_not_found: () => ({ kind: "chat_not_found" as const, id }),
  reply_not_found: () => ({ kind: "reply_not_found" as const, id: replyId }),
});
