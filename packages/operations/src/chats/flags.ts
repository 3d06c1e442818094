import type { FlagReason } from "@servicechat/storage";
import { auditLine } from "../access/audit.ts";
import { onChat } from "../access/operation.ts";
import { placeSoon } from "../gaps/place-questions.ts";

/** Names a reply of a chat. */
interface NamedReply {
  readonly id: string;
  readonly replyId: string;
}

/** What is wrong with a reply. */
type NewFlag = NamedReply & { readonly reason: FlagReason; readonly right?: string | null };

/** Operations on flagged replies. */
export const flagOperations = {
  /** Flags a reply, replacing any earlier flag. Its question belongs to a gap from then on. */
  put: onChat("responder", async (parts, _chat, { id, replyId, reason, right = null }: NewFlag, actor) => {
    const flag = { reason, right, by: actor.name ?? null, at: parts.now() };
    const audit = auditLine(parts, actor, "chat.flag", { kind: "chat", id });
    if (!(await parts.storage.flags.put({ chatId: id, replyId, ...flag, audit })))
      return { kind: "reply_not_found" as const, id: replyId };
    await placeSoon(parts, actor);
    return flag;
  }),

  remove: onChat("responder", async (parts, _chat, { id, replyId }: NamedReply, actor) => {
    const audit = auditLine(parts, actor, "chat.unflag", { kind: "chat", id });
    const isRemoved = await parts.storage.flags.remove({ chatId: id, replyId, audit });
    return isRemoved ? { id: replyId } : { kind: "reply_not_found" as const, id: replyId };
  }),
};
