import type { Answers, MessagePart } from "./parts.ts";

/** One block of the body of POST /chat-bot/ (specification, Message; decisions, "Blocks"). */
export type PostedMessage =
  | { readonly type: "text"; readonly block: { readonly value: string } }
  | {
      readonly type: "answer";
      readonly block: { readonly questionId: string; readonly answers: Answers; readonly skipped?: boolean };
    }
  | {
      readonly type: "action";
      readonly block: { readonly actionId: string; readonly input?: Readonly<Record<string, unknown>> };
    };

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
}

export interface History {
  readonly messages: readonly HistoryMessage[];
}

/** What a visitor may start besides typing (decisions, "Agent view and actions"). */
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

/** The narrow view of an agent (specification, response of GET /chat-bot/agent). */
export interface AgentView {
  readonly id: string;
  readonly name: string;
  readonly actions: readonly ActionView[];
  /** Additive: questions offered before the first message. */
  readonly starters: readonly string[];
}

/** The message that a reply becomes in history. */
export function messageIdOfReply(replyId: string): string {
  return replyId.replace(/^rep_/, "msg_");
}
