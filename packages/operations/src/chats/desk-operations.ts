import { maxTags } from "@servicechat/storage";
import { auditLine } from "../access/audit.ts";
import { onChat, withinScope } from "../access/operation.ts";
import type { WithId } from "../access/operation.ts";
import type { Actor } from "../access/actor.ts";
import type { OperationContext } from "../operation-context.ts";
import { personNeeded } from "../handoff/move-chat.ts";

/** Tags that are offered where one is written. */
const knownTags = 200;

/** How far ahead a chat can be set aside, in milliseconds. */
const maxSnoozeMs = 366 * 86_400_000;

/** What operators keep with chats so that they find their way. */
export const deskOperations = {
  /** The tags of chats in the scope, most used first, at most 200. */
  tags: withinScope("viewer", async ({ storage }, _input: object, scope) => ({
    items: await storage.chatDesk.tags({ scope: { agents: scope }, limit: knownTags }),
  })),

  /** Adds and removes tags of a chat. */
  tag: onChat("responder", async (context, _chat, change: TagChange, actor) => {
    const { id, add = [], remove = [] } = change;
    const audit = auditLine(context, actor, "chat.tag", { kind: "chat", id });
    const tagged = await context.storage.chatDesk.tag({ sessionId: id, add, remove, audit });
    if (tagged === "full") return { kind: "tags_full", most: maxTags } as const;
    return changed(context, id, actor);
  }),

  /** Sets a chat aside until a time, or takes it back with `null`. `seen` is the visitor's newest message that the actor has seen. */
  snooze: onChat(
    "responder",
    async (
      context,
      _chat,
      { id, until, seen }: WithId & { readonly until: number | null; readonly seen?: string },
      actor,
    ) => {
      const now = context.now();
      if (until !== null && (until <= now || until > now + maxSnoozeMs))
        return {
          kind: "input_invalid",
          field: "until",
          reason: "must be a time in the next 366 days",
        } as const;
      const audit = auditLine(context, actor, "chat.snooze", { kind: "chat", id });
      await context.storage.chatDesk.snooze({
        sessionId: id,
        until,
        ...(seen !== undefined && { seen }),
        audit,
      });
      return changed(context, id, actor);
    },
  ),

  /** Notes that the actor has seen a chat up to a message of its visitor. */
  see: onChat(
    "viewer",
    async (context, _chat, { id, message }: WithId & { readonly message: string }, { person }) => {
      if (!person) return personNeeded;
      const seen = { sessionId: id, operatorId: person.id, messageId: message, at: context.now() };
      const isKnown = await context.storage.chatDesk.see(seen);
      if (isKnown) return { id };
      return {
        kind: "input_invalid",
        field: "message",
        reason: "must be the id of a message of the visitor in this chat",
      } as const;
    },
  ),
};

interface TagChange extends WithId {
  readonly add?: readonly string[];
  readonly remove?: readonly string[];
}

/** The chat as it is now, which everybody who has it on the screen reads again. */
async function changed({ storage, nodeEvents }: OperationContext, id: string, { agents, person }: Actor) {
  nodeEvents.publish({ type: "chat-changed", sessionId: id });
  const chat = await storage.chatIndex.find({ scope: { agents }, id, ...(person && { reader: person.id }) });
  return chat ? { chat } : ({ kind: "chat_not_found", id } as const);
}
