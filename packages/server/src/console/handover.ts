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
import type { Asker, MovedChat } from "@servicechat/operations";
import { readHeader } from "../read-header.ts";
import { malformed } from "../response/malformed.ts";
import { answered } from "./answered.ts";
import { chatView } from "./chat-view.ts";
import { answer, nothing, roleRoute } from "./route.ts";
import { timeOf } from "./times.ts";

/** Answers with the chat as it is now. */
function settled(asker: Asker, { chat }: MovedChat) {
  const view = chatView(chat, asker);
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
  handle: async ({ admin, admission: { asker }, params, body }) => {
    await admin.server.flushReplies();
    const taken = await admin.operations.handover.take(asker, { id: params["id"] ?? "", ...body });
    return settled(asker, answered(taken));
  },
});

/** POST chats/{id}/messages */
export const sayInChat = roleRoute("responder", {
  summary: "Say something to the visitor; takes the chat, unless a colleague holds it",
  body: operatorTextSchema,
  answer: messageEntrySchema,
  status: [200, 201],
  only: "speakers",
  fails: ["held_by_other", "handoff_unavailable", "idempotency_mismatch"],
  handle: async ({ context, admin, admission: { asker }, params, body }) => {
    const id = params["id"] ?? "";
    const key = readHeader(context.request, headers.idempotencyKey);
    if (key !== undefined && !/^[\x21-\x7e]{1,200}$/.test(key))
      throw malformed(`${headers.idempotencyKey}: must be 1 to 200 printable characters without spaces`);
    const text = body.text.replaceAll("\0", "\ufffd");
    await admin.server.flushReplies();
    const said = answered(
      await admin.operations.handover.say(asker, { id, text, ...(key !== undefined && { key }) }),
    );
    admin.server.coordination.nodeEvents.publish({ type: "chat-changed", sessionId: id });
    const entry: Entry = {
      id: messageIdOfReply(said.replyId),
      type: "message",
      at: timeOf(said.at),
      role: "assistant",
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
  handle: async ({ admin, admission: { asker }, params, body }) => {
    const text = body.text.replaceAll("\0", "\ufffd");
    const note = answered(await admin.operations.handover.note(asker, { id: params["id"] ?? "", text }));
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
  handle: async ({ admin, admission: { asker }, params, body }) => {
    await admin.server.flushReplies();
    const assigned = await admin.operations.handover.assign(asker, { id: params["id"] ?? "", ...body });
    return settled(asker, answered(assigned));
  },
});

/** POST chats/{id}/hand-back */
export const handBackChat = roleRoute("responder", {
  summary: "Give a chat back to the agent, which answers at once what the visitor said last",
  body: emptyBodySchema,
  mayLackBody: true,
  answer: heldChatSchema,
  fails: ["held_by_other"],
  handle: async ({ admin, admission: { asker }, params }) => {
    const { id = "" } = params;
    const moved = await admin.server.handover.returning(id, (given) =>
      admin.operations.handover.handBack(asker, { id, answer: given }),
    );
    return settled(asker, answered(moved));
  },
});

/** POST chats/{id}/close */
export const closeChat = roleRoute("responder", {
  summary: "Close a chat; the visitor's next message opens it again",
  body: emptyBodySchema,
  mayLackBody: true,
  answer: heldChatSchema,
  fails: ["held_by_other"],
  handle: async ({ admin, admission: { asker }, params }) =>
    settled(asker, answered(await admin.operations.handover.close(asker, { id: params["id"] ?? "" }))),
});

/** GET agents/{id}/colleagues */
export const listColleagues = roleRoute("responder", {
  summary: "Who may hold the chats of an agent, by name",
  answer: colleaguesSchema,
  handle: async ({ admin, admission: { asker }, params }) =>
    answer(answered(await admin.operations.handover.colleagues(asker, { agent: params["id"] ?? "" }))),
});

/** POST chats/{id}/typing */
export const typeInChat = roleRoute("responder", {
  summary: "Tell the visitor that a person is writing",
  body: emptyBodySchema,
  mayLackBody: true,
  only: "speakers",
  fails: ["held_by_other"],
  handle: async ({ admin, admission: { asker }, params }) => {
    answered(await admin.operations.handover.type(asker, { id: params["id"] ?? "" }));
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
  handle: async ({ admin, admission: { asker }, params, body }) => {
    answered(await admin.operations.handover.present(asker, { ...body, id: params["id"] ?? "" }));
    return nothing;
  },
});
