import { z } from "zod";
import { timeSchema, anyOf, listQuery, momentSchema, pageOf, revisionSchema } from "./list.ts";
import {
  flagReasons,
  addressStates,
  chatEvents,
  chatOrders,
  holders,
  marks,
  outcomes,
  ratings,
} from "./vocabulary.ts";
import { costFields, currencyFields } from "./costs.ts";
import { maxTextLength } from "../wire/messages.ts";

/** An operator's flag of a reply. */
export const replyFlagSchema = z
  .object({
    reason: z.enum(flagReasons),
    /** The right answer. */
    right: z.string().nullable(),
    /** Name of the person who flagged it. */
    by: z.string().nullable(),
    at: timeSchema,
  })
  .meta({ id: "ReplyFlag" });
/** An operator's flag of a reply. */
export type ReplyFlag = z.infer<typeof replyFlagSchema>;

/** Body of `POST chats/{id}/flags`. `message` is the id of an agent's message, `right` what would have been right. */
export const postFlagSchema = z.strictObject({
  message: z.string().min(1).max(100),
  reason: z.enum(flagReasons),
  right: z
    .string()
    .trim()
    .min(1)
    .max(8_000)
    .refine((value) => !value.includes("\0"), "must not contain NUL characters")
    .nullable()
    .exactOptional(),
});

const operatorRef = z.object({ id: z.string(), name: z.string() });

/** Why a person was asked for, and since when. */
const handoffSchema = z.object({
  /** Who asked: the visitor, the agent with its tool, or an operator who took the chat unasked. */
  by: z.enum(["visitor", "agent", "operator"]),
  /** One of `handoffReasons` where the agent asked; the visitor's own words else; null for none. */
  reason: z.string().nullable(),
  /** The agent's summary of it. */
  summary: z.string().nullable(),
  /** Where the visitor can be reached; shown to viewers as `a…@example.com`. */
  email: z.string().nullable(),
  since: timeSchema,
});

/** A chat as a list shows it. */
export const chatSchema = z
  .object({
    id: z.string(),
    agent: z.string(),
    /** The id of the key; it stays when the key is gone. */
    key: z.string().nullable(),
    startedAt: timeSchema,
    lastAt: timeSchema,
    /** Messages of everybody. */
    messages: z.number().int(),
    /** Beginnings of the first and the last message, as plain text of at most 200 UTF-16 units. */
    first: z.string(),
    last: z.string(),
    /** The visitor's newest message, likewise; absent where they have written none. */
    lastAsked: z.string().exactOptional(),
    holder: z.enum(holders),
    /** The person who holds it, if any. */
    operator: operatorRef.nullable(),
    /** Grows with every change of the holder. */
    epoch: z.number().int(),
    /** The newest time that a person was asked for or came; absent where that never happened. */
    handoff: handoffSchema.exactOptional(),
    /** Since when the visitor, who left an address, has waited for an answer; absent where they do not. */
    addressSince: timeSchema.exactOptional(),
    /**
     * For `If-Match` of `POST chats/{id}/done`: changes when a visitor who left an address writes, asks again or leaves another,
     * and with nothing else. Absent without an address, and for viewers.
     */
    addressRevision: revisionSchema.exactOptional(),
    /** The page on which the visitor left an address, without query and fragment; absent without one. */
    page: z.string().exactOptional(),
    outcome: z.enum(outcomes),
    rating: z.enum(ratings).nullable(),
    marks: z.array(z.enum(marks)),
    /** Number of questions that were left without an answer; absent where there are none. */
    unanswered: z.number().int().exactOptional(),
    /** BCP 47; null if unknown. */
    language: z.string().nullable(),
    /** Whom the site has signed in; `{id: "masked"}` for viewers. */
    user: z.object({ id: z.string(), name: z.string().exactOptional() }).exactOptional(),
    /** In the order of the alphabet; absent where there are none. */
    tags: z.array(z.string()).exactOptional(),
    /** Until when an operator has set the chat aside; absent where none has, or it has come back. */
    snoozedUntil: timeSchema.exactOptional(),
    /** The visitor's newest message is one that the caller has not seen, and not older than 30 days; absent otherwise. */
    unread: z.literal(true).exactOptional(),
    revision: revisionSchema,
  })
  .meta({ id: "Chat" });
/** A chat as a list shows it. */
export type Chat = z.infer<typeof chatSchema>;
/** Answer of `GET chats`. */
export const chatsSchema = pageOf(chatSchema);

/** The filters of a list of chats, of its export and of the console's URL. */
export const chatFilter = {
  agent: z.string().min(1).max(100).exactOptional(),
  key: z.string().min(1).max(100).exactOptional(),
  from: momentSchema.exactOptional(),
  to: momentSchema.exactOptional(),
  q: z.string().min(1).max(200).exactOptional(),
  outcome: anyOf(outcomes).exactOptional(),
  mark: anyOf(marks).exactOptional(),
  rating: z.enum(ratings).exactOptional(),
  holder: z.enum([...holders, "me"]).exactOptional(),
  language: z.string().min(1).max(35).exactOptional(),
  version: z.coerce.number().int().min(1).exactOptional(),
  user: z.string().min(1).max(200).exactOptional(),
  address: z.enum(addressStates).exactOptional(),
  /** Only those with a question that was left without an answer. */
  unanswered: z.literal("true").exactOptional(),
  tag: z.string().min(1).max(200).exactOptional(),
  /** `true`: only those that are set aside now. `false`: only the others. */
  snoozed: z.enum(["true", "false"]).exactOptional(),
};
/** Query of `GET chats`. A parameter that it does not name is refused: a misspelt filter must not list everything. */
export const chatsQuerySchema = z.strictObject({
  ...listQuery,
  ...chatFilter,
  order: z.enum(chatOrders).exactOptional(),
});
/** Query of `GET chats/export`. */
export const chatsExportQuerySchema = z.strictObject({ ...chatFilter, as: z.enum(["csv", "jsonl"]) });
/** Query of `GET chats/{id}/export`. `stored` adds to the transcript what else is stored of the chat. */
export const chatExportQuerySchema = z.strictObject({ as: z.enum(["json", "markdown", "stored"]) });
/** Query of `GET chats/{id}`. */
export const entriesQuerySchema = z.strictObject(listQuery);

const passageSchema = z.object({
  title: z.string(),
  url: z.string().nullable(),
  text: z.string(),
  score: z.number(),
  /** Whether the answer cites it. */
  cited: z.boolean(),
  /** Id of the approved answer that it is. */
  answer: z.string().exactOptional(),
});

/** Tokens as the provider reports them, summed over all requests of a reply; 0 where it reports none. */
export const tokenCountsSchema = z.object({
  in: z.number().int(),
  out: z.number().int(),
  cached: z.number().int(),
});

/** How a reply of an agent came about. */
export const replyFactsSchema = z
  .object({
    /** Version of the agent; null for a reply from before versions were kept. */
    version: z.number().int().nullable(),
    key: z.string().nullable(),
    model: z.string().nullable(),
    finish: z.string(),
    language: z.string().nullable(),
    marks: z.array(z.enum(marks)),
    /** Milliseconds; null where no text came. */
    firstTextMs: z.number().nullable(),
    totalMs: z.number(),
    tokens: tokenCountsSchema,
    searches: z.array(z.object({ query: z.string(), passages: z.array(passageSchema) })),
    tools: z.array(
      z.object({
        name: z.string(),
        status: z.string(),
        input: z.unknown(),
        result: z.unknown(),
        ms: z.number().nullable(),
      }),
    ),
  })
  .meta({ id: "ReplyFacts" });
/** How a reply of an agent came about. */
export type ReplyFacts = z.infer<typeof replyFactsSchema>;

const entryHead = { id: z.string(), at: timeSchema };

/** A message in a transcript. */
export const messageEntrySchema = z.object({
  ...entryHead,
  type: z.literal("message"),
  role: z.enum(["user", "assistant"]),
  /** Who wrote it, as on the visitors' wire. */
  author: z.enum(["ai", "person", "visitor"]),
  by: z.object({ kind: z.enum(["visitor", "agent", "person"]), name: z.string().exactOptional() }),
  text: z.string(),
  /** The parts that the chat draws besides the text, as in the history. */
  parts: z.array(z.record(z.string(), z.unknown())),
  files: z.array(
    z.object({ id: z.string(), name: z.string(), mediaType: z.string(), bytes: z.number().int() }),
  ),
  status: z.enum(["complete", "streaming", "stopped", "incomplete", "failed"]),
  /** A later message has replaced it. */
  replaced: z.literal(true).exactOptional(),
  /** The visitor's rating; only of agents' messages. */
  feedback: z.object({ rating: z.enum(ratings), comment: z.string().exactOptional() }).exactOptional(),
  /** An operator's flag; only of agents' messages. */
  flag: replyFlagSchema.exactOptional(),
  /** Of agents' messages alone. */
  facts: replyFactsSchema.exactOptional(),
});
/** Something that happened in a chat. */
export const eventEntrySchema = z.object({
  ...entryHead,
  type: z.literal("event"),
  event: z.enum(chatEvents),
  name: z.string().exactOptional(),
});
/** An internal note: no visitor and no model reads it. */
export const noteEntrySchema = z.object({
  ...entryHead,
  type: z.literal("note"),
  text: z.string(),
  by: operatorRef,
});
/** One entry of a transcript. */
export const entrySchema = z
  .discriminatedUnion("type", [messageEntrySchema, eventEntrySchema, noteEntrySchema])
  .meta({ id: "Entry" });
/** One entry of a transcript. */
export type Entry = z.infer<typeof entrySchema>;

/** Answer of `GET chats/{id}`: entries oldest first. */
export const transcriptSchema = z
  .object({
    chat: chatSchema,
    entries: z.array(entrySchema),
    next: z.string().nullable(),
    /** Of all replies of the chat. */
    cost: z.object({ ...costFields, ...currencyFields }),
  })
  .meta({ id: "Transcript" });
/** A chat with its entries, oldest first. */
export type Transcript = z.infer<typeof transcriptSchema>;

/** Answer of `GET chats/{id}/export`: the whole transcript, and with `as=stored` everything else that is stored of the chat. */
export const exportedChatSchema = transcriptSchema
  .extend({
    /** Turns as they are stored, oldest first: their fields may change with any version. */
    turns: z.array(z.record(z.string(), z.unknown())).exactOptional(),
    /** Files with their `bytes` in base64. */
    files: z.array(z.object({ bytes: z.base64() }).catchall(z.unknown())).exactOptional(),
  })
  .meta({ id: "ExportedChat" });

/** Answer of `POST chats/{id}/take`, `assign`, `hand-back`, `close`, `done`, `tags` and `snooze`: the chat as it is now. */
export const heldChatSchema = z.object({ chat: chatSchema });

const operatorText = z
  .string()
  .refine((text) => text.trim() !== "", "must not be empty or only white space")
  .refine((text) => text.length <= maxTextLength, `must have at most ${maxTextLength} UTF-16 units`);
const operatorId = z.string().min(1).max(100);

/** Body of `POST chats/{id}/take`. `from` is the id of the holder whom the caller takes it from. */
export const takeChatSchema = z.strictObject({ from: operatorId.exactOptional() });
/** Body of `POST chats/{id}/messages`, which the visitor reads, and of `POST chats/{id}/notes`, which no visitor does. */
export const operatorTextSchema = z.strictObject({ text: operatorText });
/** Body of `POST chats/{id}/assign`: the id of the operator who is to hold it. */
export const assignChatSchema = z.strictObject({ operator: operatorId });
/** Body of `POST chats/{id}/hand-back`, `close`, `done` and `typing`. */
export const emptyBodySchema = z.strictObject({});

/** Body of `POST chats/{id}/presence`. */
export const presentSchema = z.strictObject({ typing: z.boolean().exactOptional() });

/** Answer of `POST chats/{id}/draft`: what a person could say next; empty where the agent has nothing to say. */
export const draftSchema = z.object({ text: z.string() });

/** Answer of `DELETE users/{id}/chats`. */
export const erasedSchema = z.object({ erased: z.number().int() });
