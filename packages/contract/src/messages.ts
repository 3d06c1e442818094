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
        /** For an action of kind `host`: what the page gave back. Any JSON, at most 8 KB. */
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
  /** What a `file` block names: `file_` and a UUIDv7. */
  readonly id: string;
  /** As it is shown: without folders and control characters, and not too long. */
  readonly name: string;
  /** What its content shows it to be, whatever it was sent as. */
  readonly mediaType: string;
  /** In bytes. */
  readonly size: number;
}

/** What visitors may send along. */
export interface UploadsView {
  /** Media types. */
  readonly types: readonly string[];
  /** Of one file. */
  readonly maxBytes: number;
}

/** What the page around the chat says of itself, beside the messages of POST /chat-bot/. At most 8 KB as JSON. */
export interface PostedContext {
  /** What the page's own code set. */
  readonly data?: Readonly<Record<string, unknown>>;
  /** Where the chat is. Ignored unless the agent view says `pageContext`. */
  readonly page?: { readonly title?: string; readonly url?: string };
}

/** Longest comment of a rating, in UTF-16 units. */
export const maxCommentLength = 2000;

/** What the visitor thinks of a reply. */
export interface Feedback {
  readonly rating: "up" | "down";
  readonly comment?: string;
}

/** The body of POST /chat-bot/feedback. The last one for a message counts, whole. */
export interface PostedFeedback {
  /** Of a reply that has ended, as history has it. */
  readonly messageId: string;
  /** `null` takes back what was said before. */
  readonly rating: Feedback["rating"] | null;
  readonly comment?: string;
}

/** How a history message stands. A visitor's message is always `complete`. */
export type MessageStatus = "complete" | "streaming" | "stopped" | "incomplete" | "failed";

/** One element of the answer of GET /chat-bot/history: four specified fields, then additive ones. */
export interface HistoryMessage {
  /** `msg_` and a UUIDv7. A reply `rep_X` becomes the message `msg_X`: both carry one UUID. */
  readonly id: string;
  readonly role: "user" | "assistant";
  /** All of its text: for a reply, byte for byte the concatenation of its `text` events. */
  readonly content: string;
  /** RFC 3339 UTC with milliseconds. */
  readonly created_at: string;
  readonly status: MessageStatus;
  readonly parts: readonly MessagePart[];
  /** The reply reached the output limit. */
  readonly truncated?: boolean;
  /** Why a `failed` or `incomplete` reply ended, and whether asking again may help. */
  readonly error?: { readonly code: string; readonly message: string; readonly retryable: boolean };
  /** What the visitor thought of this reply; absent when nothing was said. */
  readonly feedback?: Feedback;
  /** The visitor has put a later message in the place of this one's turn. No model is told of it any more. */
  readonly replaced?: true;
  /** Who wrote it, of a message of a person; its `role` is `assistant`. Absent: the visitor or the agent, by the role. */
  readonly by?: { readonly kind: "person"; readonly name: string };
}

/** The answer of GET /chat-bot/history: all messages of the session, oldest first. */
export interface History {
  readonly messages: readonly HistoryMessage[];
  /** What happened besides, oldest first; absent in a chat in which no person could take part. */
  readonly events?: readonly ChatEventView[];
}

/** What a visitor may start besides typing (docs/wire.md, "Actions"). */
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

/** The narrow view of an agent (docs/wire.md, "At a glance"). */
export interface AgentView {
  readonly id: string;
  readonly name: string;
  readonly actions: readonly ActionView[];
  /** Additive: questions offered before the first message. */
  readonly starters: readonly string[];
  /** Additive: whether the agent wants to know the page that the chat is on. */
  readonly pageContext?: true;
  /** Additive; absent: files cannot be sent. */
  readonly uploads?: UploadsView;
  /** Additive; absent: replies cannot be rated. */
  readonly feedback?: true;
  /** Additive; absent: there is no person to ask for. */
  readonly handoff?: HandoffView;
}

/** The message that a reply becomes in history. */
export function messageIdOfReply(replyId: string): string {
  return replyId.replace(/^rep_/, "msg_");
}

/** The reply that a message would be, of which one of a visitor has none; `undefined` for what is no message's id. */
export function replyIdOfMessage(messageId: string): string | undefined {
  return messageId.startsWith("msg_") ? messageId.replace("msg_", "rep_") : undefined;
}
