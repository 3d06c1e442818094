import type { EarlyEnding } from "./events.ts";
import type { ChatEventView, HandoffView } from "./handoff.ts";
import type { Answers, MessagePart } from "./parts.ts";

/** One block of the body of POST /chat-bot/ (docs/wire.md, "Sending messages"). */
export type PostedMessage =
  | { readonly type: "text"; readonly block: { readonly value: string } }
  | {
      readonly type: "answer";
      readonly block: { readonly questionId: string; readonly answers: Answers; readonly skipped?: boolean };
    }
  | {
      readonly type: "action";
      readonly block: {
        readonly actionId: string;
        readonly input?: Readonly<Record<string, unknown>>;
        /** For an action of kind `host`: what the page returned. Any JSON, at most 8 KB. */
        readonly result?: unknown;
      };
    }
  | { readonly type: "file"; readonly block: { readonly uploadId: string } };

/** Longest text of one message, in UTF-16 units (docs/wire.md, "Sending messages"). */
export const maxTextLength = 8000;
/** Most messages in one request. */
export const maxMessages = 20;
/** Most files in one request. */
export const maxFiles = 5;

/** The most that `context`, and `input` and `result` of an action of kind `host`, may take as JSON, in bytes of UTF-8. */
export const maxContextBytes = 8192;

/** The answer of POST /chat-bot/uploads. */
export interface UploadInfo {
  /** The id for a `file` block: `file_` and a UUIDv7. */
  readonly id: string;
  /** The name as it is shown: without folders and control characters, and shortened if it is too long. */
  readonly name: string;
  /** The type detected from its content, whatever type was sent. */
  readonly mediaType: string;
  /** In bytes. */
  readonly size: number;
}

/** Which files visitors may send. */
export interface UploadsView {
  /** Media types. */
  readonly types: readonly string[];
  /** Of one file. */
  readonly maxBytes: number;
}

/** The context of the page around the chat, in addition to the messages of POST /chat-bot/. At most 8 KB as JSON. */
export interface PostedContext {
  /** The data that the page's own code set. */
  readonly data?: Readonly<Record<string, unknown>>;
  /** Where the chat is. Ignored unless the agent view says `pageContext`. */
  readonly page?: { readonly title?: string; readonly url?: string };
}

/** Longest comment of a rating, in UTF-16 units. */
export const maxCommentLength = 2000;

/** The visitor's rating of a reply. */
export interface Feedback {
  readonly rating: "up" | "down";
  readonly comment?: string;
}

/** The body of POST /chat-bot/feedback. Each one replaces the previous one for the same message entirely. */
export interface PostedFeedback {
  /** The id, from the history, of a reply that has ended. */
  readonly messageId: string;
  /** `null` withdraws an earlier rating. */
  readonly rating: Feedback["rating"] | null;
  readonly comment?: string;
}

/** The status of a message in the history. A visitor's message is always `complete`. */
export type MessageStatus = "complete" | "streaming" | "stopped" | "incomplete" | "failed";

/** Who wrote a message. */
export type Author = "ai" | "person" | "visitor";

/** One element of the answer of GET /chat-bot/history: four specified fields, then additive ones. */
export interface HistoryMessage {
  /** `msg_` and a UUIDv7. A reply `rep_X` becomes the message `msg_X`: both have the same UUID. */
  readonly id: string;
  readonly role: "user" | "assistant";
  /** All of its text: for a reply, byte for byte the concatenation of its `text` events. */
  readonly content: string;
  /** RFC 3339 UTC with milliseconds. */
  readonly created_at: string;
  /** Who wrote it; absent only from servers of the bare specification, where `role` tells. */
  readonly author?: Author;
  readonly status: MessageStatus;
  readonly parts: readonly MessagePart[];
  /** What ended a complete reply before all was said. */
  readonly ending?: EarlyEnding;
  /** True if `ending` is `length`, absent otherwise. */
  readonly truncated?: boolean;
  /** Why a `failed` or `incomplete` reply ended, and whether asking again may help. */
  readonly error?: { readonly code: string; readonly message: string; readonly retryable: boolean };
  /** The visitor's rating of this reply; absent if there is none. */
  readonly feedback?: Feedback;
  /** The visitor has replaced this message's turn with a later one. Models no longer see it. */
  readonly replaced?: true;
  /** The person, if one wrote it; its `role` is then `assistant`. */
  readonly by?: { readonly kind: "person"; readonly name: string };
}

/** The answer of GET /chat-bot/history: all messages of the session, oldest first. */
export interface History {
  readonly messages: readonly HistoryMessage[];
  /** Other events of the chat, oldest first; absent if no person could take part in it. */
  readonly events?: readonly ChatEventView[];
}

/** Actions that a visitor can start without typing (docs/wire.md, "Actions"). */
export interface ActionView {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  readonly description: string;
  readonly icon?: string;
  readonly kind: "prompt" | "link" | "form" | "host";
  /** The address that a `link` opens: http or https. */
  readonly url?: string;
  readonly inputSchema?: Readonly<Record<string, unknown>>;
  readonly confirm: boolean;
}

/**
 * The narrow view of an agent (docs/wire.md, "At a glance"): `id`, `name`, `actions`, and of the additive fields those
 * that its file sets.
 */
export interface AgentView {
  readonly id: string;
  readonly name: string;
  readonly actions: readonly ActionView[];
  /** Additive: questions offered before the first message. */
  readonly starters?: readonly string[];
  /** Additive: whether the agent wants to know the page that the chat is on. */
  readonly pageContext?: true;
  /** Additive; absent: files cannot be sent. */
  readonly uploads?: UploadsView;
  /** Additive: the agent's file says that replies can be rated, as they can unless it says otherwise. */
  readonly feedback?: true;
  /** Additive; absent: visitors cannot ask for a person. */
  readonly handoff?: HandoffView;
}

/** The message that a reply becomes in history. */
export function messageIdOfReply(replyId: string): string {
  return replyId.replace(/^rep_/, "msg_");
}

/**
 * The id of the reply behind a message, whether or not the message is a reply; `undefined` if it is not the id of a
 * message.
 */
export function replyIdOfMessage(messageId: string): string | undefined {
  return messageId.startsWith("msg_") ? messageId.replace("msg_", "rep_") : undefined;
}
