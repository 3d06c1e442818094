import type { ReadonlySignal } from "@preact/signals";
import type { Client } from "@servicechat/client";
import type { Chat } from "../conversation/chat.ts";
import type { PersistedValue } from "../session/persisted-value.ts";

/** One chat that can be opened again on this device. */
export interface PastChat {
  /** Its session token: whoever has it reads the chat, so it is kept as the current one is, and shown nowhere. */
  readonly token: string;
  /** What the visitor asked first, shortened. */
  readonly title: string;
  /** When the visitor last said something in it, in milliseconds since 1970. */
  readonly at: number;
}

/** What the chat on this device needs of the tab it is in. */
export interface DeviceParts {
  readonly client: Client;
  readonly chat: Chat;
  readonly token: PersistedValue;
  /** Whether the token is found again after a reload. */
  readonly isKept: () => boolean;
  /** Keeps a text of that kind beside the session token. */
  readonly valueOf: (kind: string) => PersistedValue;
  /** Keeps the list of past chats of that user; of whoever is signed in when none is given. */
  readonly listOf: (user?: () => string) => PersistedValue;
  /** Who is signed in; empty for a visitor of whom the site says nothing. */
  readonly user: () => string;
  readonly channel: string;
  /** The time by the service's clock, in milliseconds since 1970. */
  readonly now: () => number;
  /** Text that nobody can guess. */
  readonly newRevision: () => string;
  readonly wait: (milliseconds: number) => Promise<unknown>;
  /** Called, in a tab that is seen, after another one has changed something. */
  readonly look: () => void;
}

/** The chat as it is on this device, in all of its tabs. */
export interface Device {
  readonly client: Client;
  readonly token: PersistedValue;
  /** Whether the chat on screen is found again after a reload: some browsers keep nothing in a frame of another site. */
  readonly isKept: () => boolean;
  /** Whether there is anything on screen. It changes less often than the conversation does. */
  readonly hasBegun: ReadonlySignal<boolean>;
  /** To be called after each change of what is kept, and of the chat at the service. */
  readonly changed: () => void;
  /** Waits until no other tab opens a session, and keeps them from it until what it gives is called. */
  readonly alone: () => Promise<() => void>;
  /** The chats that can be opened again, newest first, as they were last looked at. */
  readonly pastChats: ReadonlySignal<readonly PastChat[]>;
  /** Looks at the list again, which other tabs change too. */
  readonly refreshList: () => void;
  /** Goes over to a past chat, in all tabs. `false` when it is gone, which takes it from the list. @throws ClientError */
  readonly open: (token: string) => Promise<boolean>;
  readonly remove: (token: string) => void;
  /** The key with which this device opens links of mails, always the same: one that it has opened it may open again. */
  readonly linkKey: () => string;
  /** Erases the chat on screen for good; a new one begins, in all tabs. @throws ClientError */
  readonly erase: () => Promise<void>;
}
