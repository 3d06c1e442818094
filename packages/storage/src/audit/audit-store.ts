import type { Page } from "../paging/page.ts";

/** The actions in the audit log. Permanent: add new ones, never rename. */
export type AuditAction =
  | "sign_in"
  | "sign_in.refused"
  | "sign_out"
  | "session.end"
  | "session.confirm"
  | "password.change"
  | "password.remove"
  | `passkey.${"create" | "change" | "remove"}`
  | "chat.read"
  | "chat.export"
  | "chats.export"
  | "chat.erase"
  | "user.erase"
  | `agent.${"apply" | "restore" | "preview" | "delete"}`
  | `key.${"create" | "change" | "rotate" | "revoke"}`
  | `operator.${"create" | "change" | "remove" | "link"}`
  | `token.${"create" | "revoke"}`
  | `chat.${"take" | "message" | "note" | "assign" | "hand_back" | "close" | "done"}`
  | "chat.flag"
  | "chat.unflag"
  | `answer.${"create" | "change" | "delete"}`
  | `canned.${"create" | "change" | "delete"}`
  | "tests.change"
  | `gap.${"dismiss" | "reopen"}`
  | "notifications.change"
  | "mail.test"
  | `price.${"set" | "remove"}`
  | "budget.set"
  | `letter.${"change" | "send"}`
  | `push.${"create" | "remove" | "test"}`
  | `webhook.${string}`;

/** The actor. */
export interface AuditActor {
  readonly kind: "operator" | "token" | "command_line" | "system";
  readonly id: string | null;
  /** The name at the time: it stays when the person is removed. */
  readonly name: string | null;
}

/** A line of the audit log. It never has a visitor's text or a secret; nor the name that somebody typed to sign in, which may be a password. */
export interface AuditEntry {
  readonly id: string;
  readonly at: number;
  readonly who: AuditActor;
  readonly what: AuditAction;
  /** `null` when it concerns nothing but the actor. */
  readonly on: { readonly kind: string; readonly id: string } | null;
  /** Hash of the network address it came from; `null` where there was none. */
  readonly address: string | null;
}

/** A line as it is read: a newer version may have written other words. */
export interface AuditRecord extends Omit<AuditEntry, "what"> {
  readonly what: string;
}

/** Which lines to list, and how many. */
export interface AuditQuery {
  /** From this moment on. */
  readonly from?: number;
  /** Before this moment. */
  readonly to?: number;
  /** Id of the actor. */
  readonly who?: string;
  readonly what?: string;
  /** Id of what it was done to. */
  readonly on?: string;
  /** The `next` of the page before. @throws InvalidCursor when it is none of this list */
  readonly after?: string;
  readonly limit: number;
}

/**
 * Actions by operators, tokens, the command line and the service. Lines are only ever added, and deleted after 400
 * days. A change to the database writes its line in its own transaction: such methods take it as `audit`.
 */
export interface AuditStore {
  /** Adds a line about something that changes nothing here, such as reading a transcript. */
  append(entry: AuditEntry): Promise<void>;
  /** Newest first. */
  list(query: AuditQuery): Promise<Page<AuditRecord>>;
}
