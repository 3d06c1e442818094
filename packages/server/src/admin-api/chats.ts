import {
  chatExportQuerySchema,
  chatsExportQuerySchema,
  chatsQuerySchema,
  chatsSchema,
  entriesQuerySchema,
  erasedSchema,
  exportedChatSchema,
  pageSizes,
  transcriptSchema,
} from "@servicechat/contract/admin-schemas";
import type { Transcript } from "@servicechat/contract/admin";
import type { Actor, ChatCost, StoredChat } from "@servicechat/operations";
import { ResidueRemains } from "@servicechat/storage";
import type { AdminContext } from "../admin-context.ts";
import { malformed } from "../request/malformed.ts";
import { resultOrThrow } from "./result-or-throw.ts";
import { chatFilterOf } from "./chat-filter.ts";
import { chatView, entryView } from "./chat-view.ts";
import { csvOf, jsonLinesOf, markdownOf } from "./export-chats.ts";
import { answer, nothing, roleRoute, sent } from "./route.ts";
import { sendDownload } from "./send-download.ts";

/** GET chats */
export const listChats = roleRoute("viewer", {
  summary:
    "Chats, most recent activity first. With `address=unanswered`, `order` lists them by how long the visitor has waited for an answer instead",
  query: chatsQuerySchema,
  answer: chatsSchema,
  handle: async ({
    admin,
    admission: { actor },
    query: { limit = pageSizes.usual, after, order, ...filter },
  }) => {
    if (order !== undefined && filter.address !== "unanswered")
      throw malformed("order: allowed only with address=unanswered");
    const query = { ...chatFilterOf(filter), limit, after, ...(order !== undefined && { order }) };
    const page = await admin.operations.chats.list(actor, query);
    const { items, next } = resultOrThrow(page);
    return answer({ items: items.map((chat) => chatView(chat, actor)), next });
  },
});

/** GET chats/{id} */
export const readChat = roleRoute("viewer", {
  summary: "A chat with its entries, oldest first",
  query: entriesQuerySchema,
  answer: transcriptSchema,
  handle: async ({ admin, admission: { actor }, params, query: { limit = pageSizes.usual, after } }) => {
    const id = params["id"] ?? "";
    const found = resultOrThrow(await admin.operations.chats.read(actor, { id, limit, after }));
    const chat = chatView(found.chat, actor);
    return answer(
      { chat, entries: found.entries.map(entryView), next: found.next, cost: costView(found.cost) },
      { revision: chat.revision },
    );
  },
});

/** GET chats/{id}/export */
export const exportChat = roleRoute("viewer", {
  summary:
    "A whole chat as a file. `as=stored` is for responders, and adds its turns as they are stored and its files in base64",
  query: chatExportQuerySchema,
  answer: exportedChatSchema,
  downloads: ["text/markdown"],
  handle: async ({ context, admin, admission: { actor }, params, query: { as } }) => {
    const id = params["id"] ?? "";
    if (as === "stored")
      return answer(
        storedView(resultOrThrow(await admin.operations.chats.exportStored(actor, { id })), actor),
      );
    const found = resultOrThrow(await admin.operations.chats.export(actor, { id }));
    const transcript = { chat: chatView(found.chat, actor), entries: found.entries.map(entryView) };
    if (as === "markdown")
      await sendDownload(context, {
        name: `chat-${id}.md`,
        type: "text/markdown; charset=utf-8",
        pieces: [markdownOf(transcript)],
      });
    else
      await sendDownload(context, {
        name: `chat-${id}.json`,
        type: "application/json; charset=utf-8",
        pieces: [JSON.stringify({ ...transcript, next: null, cost: costView(found.cost) })],
      });
    return sent;
  },
});

/** GET chats/export */
export const exportChats = roleRoute("viewer", {
  summary: "All matching chats, as a file",
  query: chatsExportQuerySchema,
  downloads: ["text/csv", "application/x-ndjson"],
  handle: async ({ context, admin, admission: { actor }, query: { as, ...filter } }) => {
    const { chats } = resultOrThrow(await admin.operations.chats.exportAll(actor, chatFilterOf(filter)));
    await sendDownload(
      context,
      as === "csv"
        ? { name: "chats.csv", type: "text/csv; charset=utf-8", pieces: csvOf(chats, actor) }
        : { name: "chats.jsonl", type: "application/x-ndjson", pieces: jsonLinesOf(chats, actor) },
    );
    return sent;
  },
});

/** DELETE chats/{id} */
export const eraseChat = roleRoute("responder", {
  summary: "Erase a chat and all of its text for good",
  handle: async ({ admin, admission: { actor }, params }) => {
    resultOrThrow(
      await whole(admin.operations.chats.erase(actor, { id: params["id"] ?? "" }), admin.reportResidue),
    );
    return nothing;
  },
});

/** DELETE users/{id}/chats */
export const eraseChatsOfUser = roleRoute("owner", {
  summary: "Erase every chat of a signed-in visitor",
  answer: erasedSchema,
  handle: async ({ admin, admission: { actor }, params }) => {
    const userId = params["id"] ?? "";
    return answer(resultOrThrow(await admin.operations.chats.eraseOfUser(actor, { userId })));
  },
});

function storedView({ chat, entries, cost, turns, files }: StoredChat, actor: Actor) {
  return {
    chat: chatView(chat, actor),
    entries: entries.map(entryView),
    next: null,
    cost: costView(cost),
    turns: turns.map((turn) => ({ ...turn })),
    files: files.map((file) => ({ ...file, bytes: Buffer.from(file.bytes).toString("base64") })),
  };
}

function costView({ cost, unpriced, currency, unpricedModels }: ChatCost): Transcript["cost"] {
  return { cost, unpriced, currency, unpricedModels: [...unpricedModels] };
}

/** Erased data is gone, even if another process prevents the database from releasing the space. */
async function whole<Result>(
  erasing: Promise<Result>,
  reportResidue: AdminContext["reportResidue"],
): Promise<Result | undefined> {
  try {
    return await erasing;
  } catch (error) {
    if (!(error instanceof ResidueRemains)) throw error;
    reportResidue(error);
    return undefined;
  }
}
