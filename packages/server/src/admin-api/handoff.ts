import { z } from "zod";
import { headers, messageIdOfReply } from "@servicechat/contract";
import {
  assignChatSchema,
  colleaguesSchema,
  emptyBodySchema,
  heldChatSchema,
  messageEntrySchema,
  noteEntrySchema,
  operatorTextSchema,
  presentSchema,
  takeChatSchema,
} from "@servicechat/contract/admin-schemas";
import type { Entry } from "@servicechat/contract/admin";
import type { Actor } from "@servicechat/operations";
import type { ListedChat } from "@servicechat/storage";
import { readHeader } from "../request/read-header.ts";
import { malformed } from "../request/malformed.ts";
import { resultOrThrow } from "./result-or-throw.ts";
import { chatView } from "./chat-view.ts";
import { answer, nothing, roleRoute } from "./route.ts";
import { timeOf } from "./times.ts";

/** The answer after a change of a chat: the chat as it is now. */
export function settled(actor: Actor, { chat }: { readonly chat: ListedChat }) {
  const view = chatView(chat, actor);
  return answer({ chat: view }, { revision: view.revision });
}

/** POST chats/{id}/take */
export const takeChat = roleRoute("responder", {
  summary: "Take a chat: from then on the agent says and does nothing in it",
  body: takeChatSchema,
  mayLackBody: true,
  answer: heldChatSchema,
  only: "speakers",
  fails: ["held_by_other", "handoff_unavailable"],
  handle: async ({ admin, admission: { actor }, params, body }) => {
    await admin.server.flushReplies();
    const taken = await admin.operations.handoff.take(actor, { id: params["id"] ?? "", ...body });
    return settled(actor, resultOrThrow(taken));
  },
});

/** POST chats/{id}/messages */
export const sayInChat = roleRoute("responder", {
  summary: "Write to the visitor, which takes the chat unless a colleague holds it",
  body: operatorTextSchema,
  answer: messageEntrySchema,
  status: [200, 201],
  only: "speakers",
  fails: ["held_by_other", "handoff_unavailable", "idempotency_mismatch"],
  handle: async ({ context, admin, admission: { actor }, params, body }) => {
    const id = params["id"] ?? "";
    const key = readHeader(context.request, headers.idempotencyKey);
    if (key !== undefined && !/^[\x21-\x7e]{1,200}$/.test(key))
      throw malformed(`${headers.idempotencyKey}: must be 1 to 200 printable characters without spaces`);
    const text = body.text.replaceAll("\0", "\ufffd");
    await admin.server.flushReplies();
    const said = resultOrThrow(
      await admin.operations.handoff.say(actor, { id, text, ...(key !== undefined && { key }) }),
    );
    admin.server.coordination.nodeEvents.publish({ type: "chat-changed", sessionId: id });
    const entry: Entry = {
      id: messageIdOfReply(said.replyId),
      type: "message",
      at: timeOf(said.at),
      role: "assistant",
      author: "person",
      by: { kind: "person", name: said.by.name },
      text: said.text,
      parts: [{ type: "text", text: said.text }],
      files: [],
      status: "complete",
    };
    if (said.isRepeated) context.head[headers.idempotencyReplayed] = "true";
    return { status: said.isRepeated ? 200 : 201, body: entry };
  },
});

/** POST chats/{id}/notes */
export const noteInChat = roleRoute("responder", {
  summary: "Write a note for colleagues, which no visitor and no model reads",
  body: operatorTextSchema,
  answer: noteEntrySchema,
  status: 201,
  only: "speakers",
  handle: async ({ admin, admission: { actor }, params, body }) => {
    const text = body.text.replaceAll("\0", "\ufffd");
    const note = resultOrThrow(await admin.operations.handoff.note(actor, { id: params["id"] ?? "", text }));
    const entry: Entry = { id: note.id, type: "note", at: timeOf(note.at), text, by: { ...note.operator } };
    return { status: 201, body: entry };
  },
});

/** POST chats/{id}/assign */
export const assignChat = roleRoute("responder", {
  summary: "Give a chat to a colleague",
  body: assignChatSchema,
  answer: heldChatSchema,
  fails: ["held_by_other", "handoff_unavailable", "operator_not_found"],
  handle: async ({ admin, admission: { actor }, params, body }) => {
    await admin.server.flushReplies();
    const assigned = await admin.operations.handoff.assign(actor, { id: params["id"] ?? "", ...body });
    return settled(actor, resultOrThrow(assigned));
  },
});

/** POST chats/{id}/hand-back */
export const handBackChat = roleRoute("responder", {
  summary: "Hand a chat back to the agent, which answers the visitor's last message at once",
  body: emptyBodySchema,
  mayLackBody: true,
  answer: heldChatSchema,
  fails: ["held_by_other"],
  handle: async ({ admin, admission: { actor }, params }) => {
    const { id = "" } = params;
    const moved = await admin.server.handoff.returning(id, (given) =>
      admin.operations.handoff.handBack(actor, { id, answer: given }),
    );
    return settled(actor, resultOrThrow(moved));
  },
});

/** POST chats/{id}/close */
export const closeChat = roleRoute("responder", {
  summary: "Close a chat; the visitor's next message opens it again",
  body: emptyBodySchema,
  mayLackBody: true,
  answer: heldChatSchema,
  fails: ["held_by_other"],
  handle: async ({ admin, admission: { actor }, params }) =>
    settled(actor, resultOrThrow(await admin.operations.handoff.close(actor, { id: params["id"] ?? "" }))),
});

/** POST chats/{id}/done */
export const doneWithChat = roleRoute("responder", {
  summary:
    "Mark as done a chat whose visitor left an address and needs no answer; the visitor's next message undoes it. With the chat's `addressRevision` in `If-Match`, it is refused only if the visitor has written, asked again or left another address since; with its `revision`, if anything has changed",
  body: emptyBodySchema,
  mayLackBody: true,
  answer: heldChatSchema,
  headers: z.object({ "If-Match": z.string().exactOptional() }),
  fails: ["precondition_failed"],
  handle: async ({ admin, admission: { actor }, params, seen }) =>
    settled(
      actor,
      resultOrThrow(await admin.operations.handoff.done(actor, { id: params["id"] ?? "", seen })),
    ),
});

/** GET agents/{id}/colleagues */
export const listColleagues = roleRoute("responder", {
  summary: "Who may hold the chats of an agent, by name",
  answer: colleaguesSchema,
  handle: async ({ admin, admission: { actor }, params }) =>
    answer(resultOrThrow(await admin.operations.handoff.colleagues(actor, { agent: params["id"] ?? "" }))),
});

/** POST chats/{id}/typing */
export const typeInChat = roleRoute("responder", {
  summary: "Tell the visitor that a person is writing",
  body: emptyBodySchema,
  mayLackBody: true,
  only: "speakers",
  fails: ["held_by_other"],
  handle: async ({ admin, admission: { actor }, params }) => {
    resultOrThrow(await admin.operations.handoff.type(actor, { id: params["id"] ?? "" }));
    return nothing;
  },
});

/** POST chats/{id}/presence */
export const presentInChat = roleRoute("viewer", {
  summary:
    "Tell other operators that the person is looking at a chat, and perhaps writing in it; valid for 30 seconds",
  body: presentSchema,
  mayLackBody: true,
  fails: ["person_needed"],
  handle: async ({ admin, admission: { actor }, params, body }) => {
    resultOrThrow(await admin.operations.handoff.present(actor, { ...body, id: params["id"] ?? "" }));
    return nothing;
  },
});
