import type { ReadonlySignal } from "@preact/signals";
import type { Client } from "@servicechat/client";
import type { Chat } from "../conversation/chat.ts";
import type { PersistedValue } from "../session/persisted-value.ts";

/** One chat that can be opened again on this device. */
export interface PastChat {
  /** Its session token: anyone who has it can read the chat, so it is stored like the current one, and never shown. */
  readonly token: string;
  /** The visitor's first question, shortened. */
  readonly title: string;
  /** When the visitor last sent a message in it, in milliseconds since 1970. */
  readonly at: number;
}

/** What the chat on this device needs from its tab. */
export interface DeviceDependencies {
  readonly client: Client;
  readonly chat: Chat;
  readonly token: PersistedValue;
  /** Whether the token is found again after a reload. */
  readonly isKept: () => boolean;
  /** Stores a text of that kind beside the session token. */
  readonly valueOf: (kind: string) => PersistedValue;
  /** Stores the list of past chats of that user; by default the user who is signed in. */
  readonly listOf: (user?: () => string) => PersistedValue;
  /** Who is signed in; empty for a visitor whom the site does not identify. */
  readonly user: () => string;
  /** For how many days the service keeps a chat, if it says so. */
  readonly keptDays: number | undefined;
  readonly channel: string;
  /** What tabs had kept as `mark` before this one first read its chat. */
  readonly seenRevision: string | undefined;
  /** The time by the service's clock, in milliseconds since 1970. */
  readonly now: () => number;
  /** Returns a random text that cannot be guessed. */
  readonly newRevision: () => string;
  readonly wait: (milliseconds: number) => Promise<unknown>;
  /** Called in a visible tab after another one has changed something. */
  readonly refresh: () => void;
}

/** The chat on this device, in all of its tabs. */
export interface Device {
  readonly client: Client;
  readonly token: PersistedValue;
  /**
   * Whether the chat on screen is found again after a reload: some browsers give a frame of another site no storage.
   */
  readonly isKept: () => boolean;
  /** Whether there is anything on screen. It changes less often than the conversation. */
  readonly hasBegun: ReadonlySignal<boolean>;
  /** Call this after each change of stored data, and of the chat at the service. */
  readonly changed: () => void;
  /** Waits until no other tab is opening a session, and blocks them until the result is called. */
  readonly alone: () => Promise<() => void>;
  /** Whether `?` lists the keys of the chat: `off` if the visitor has turned that off. */
  readonly shortcutKey: PersistedValue;
  /** The chats that can be reopened, newest first, as of the last refresh. */
  readonly pastChats: ReadonlySignal<readonly PastChat[]>;
  /** Reads the list again, since other tabs change it too. */
  readonly refreshList: () => void;
  /**
   * Switches to a past chat, in all tabs. `false` if it no longer exists, which removes it from the list. @throws
   * ClientError
   */
  readonly open: (token: string) => Promise<boolean>;
  readonly remove: (token: string) => void;
  /**
   * The key with which this device opens mailed links, always the same: it may open a link again that it has opened
   * before.
   */
  readonly linkKey: () => string;
  /** Permanently erases the chat on screen; a new one begins, in all tabs. @throws ClientError */
  readonly erase: () => Promise<void>;
}
