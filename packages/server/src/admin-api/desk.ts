import {
  heldChatSchema,
  seenChatSchema,
  snoozeChatSchema,
  tagChatSchema,
  tagsSchema,
} from "@servicechat/contract/admin-schemas";
import { settled } from "./handoff.ts";
import { resultOrThrow } from "./result-or-throw.ts";
import { answer, nothing, roleRoute } from "./route.ts";

/** GET tags */
export const listTags = roleRoute("viewer", {
  summary: "The tags of chats that the caller may see, most used first, at most 200",
  answer: tagsSchema,
  handle: async ({ admin, admission: { actor } }) => {
    const { items } = resultOrThrow(await admin.operations.desk.tags(actor, {}));
    return answer({ items: items.map(({ tag, chats }) => ({ tag, chats })) });
  },
});

/** POST chats/{id}/tags */
export const tagChat = roleRoute("responder", {
  summary: "Add and remove tags of a chat, which has at most 20; no visitor and no model reads them",
  body: tagChatSchema,
  answer: heldChatSchema,
  fails: ["tags_full"],
  handle: async ({ admin, admission: { actor }, params, body }) =>
    settled(
      actor,
      resultOrThrow(await admin.operations.desk.tag(actor, { ...body, id: params["id"] ?? "" })),
    ),
});

/** POST chats/{id}/snooze */
export const snoozeChat = roleRoute("responder", {
  summary:
    "Set a chat aside until a time. It comes back then, and earlier if the visitor writes or it moves to another holder. With the id of the visitor's newest message that the caller has seen, one that has come since brings it back at once",
  body: snoozeChatSchema,
  answer: heldChatSchema,
  handle: async ({ admin, admission: { actor }, params, body }) => {
    const until = Date.parse(body.until);
    const snooze = {
      id: params["id"] ?? "",
      until,
      ...(body.message !== undefined && { seen: body.message }),
    };
    return settled(actor, resultOrThrow(await admin.operations.desk.snooze(actor, snooze)));
  },
});

/** DELETE chats/{id}/snooze */
export const wakeChat = roleRoute("responder", {
  summary: "Take back a chat that was set aside",
  answer: heldChatSchema,
  handle: async ({ admin, admission: { actor }, params }) => {
    const { id = "" } = params;
    return settled(actor, resultOrThrow(await admin.operations.desk.snooze(actor, { id, until: null })));
  },
});

/** POST chats/{id}/seen */
export const seeChat = roleRoute("viewer", {
  summary: "Note that the person has seen a chat up to a message of its visitor",
  body: seenChatSchema,
  fails: ["person_needed"],
  handle: async ({ admin, admission: { actor }, params, body }) => {
    resultOrThrow(await admin.operations.desk.see(actor, { ...body, id: params["id"] ?? "" }));
    return nothing;
  },
});
