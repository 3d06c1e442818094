/** Who speaks for the service in a chat: its agent, no one yet because a person was asked for, or a person. */
export type ChatHolder = "agent" | "waiting" | "person";

/**
 * Data of the event `holder`: who speaks from now on. After `person`, nothing comes from the agent until the holder
 * changes again.
 */
export interface HolderChange {
  readonly holder: ChatHolder;
  /** The person's name as visitors see it; absent while no person holds the chat. */
  readonly name?: string;
  /** Since when; RFC 3339 UTC with milliseconds. */
  readonly at: string;
}

/** Data of the event `person_message`: a whole message from a person to the visitor. */
export interface PersonMessage {
  /** The message's id in the history: `msg_` and a UUIDv7. */
  readonly id: string;
  /** Always `person`, as in the history; absent only from older servers. */
  readonly author?: "person";
  readonly name: string;
  /** Plain text of 1 to 8,000 UTF-16 units: shown as it is, never rendered as Markdown. */
  readonly text: string;
  readonly at: string;
}

/** Data of the event `typing`: a person is writing. It is sent at most once every three seconds and is not stored. */
export interface Typing {
  readonly name: string;
}

/**
 * Data of the event `queue`: the place of a visitor who waits for a person. It is sent whenever the place changes, but not
 * stored, and has no id.
 */
export interface QueuePlace {
  /** How many visitors of this agent have been waiting longer; 0: nobody. */
  readonly before: number;
}

/** Events of a chat besides messages, as visitors and operators see them. New types may be added. */
export type ChatEventType =
  | "waiting"
  | "joined"
  | "assigned"
  | "left"
  | "handed_back"
  | "back_to_assistant"
  | "nobody"
  | "silent"
  | "closed";

/** Who holds a chat after each event. */
export const holderAfter: Readonly<Record<ChatEventType, ChatHolder>> = {
  waiting: "waiting",
  joined: "person",
  assigned: "person",
  left: "waiting",
  handed_back: "agent",
  back_to_assistant: "agent",
  nobody: "agent",
  silent: "agent",
  closed: "agent",
};

/** Something that happened in a chat, one of `events` of the history. */
export interface ChatEventView {
  readonly type: ChatEventType;
  /** The name, as visitors see it, of the person that it is about. */
  readonly name?: string;
  /** RFC 3339 UTC with milliseconds. */
  readonly at: string;
  /** Id of the message after which it happened; `null` before the first. Events after the same message are in order. */
  readonly after: string | null;
}

/** What the agent view says about asking for a person; absent: this agent cannot hand over. */
export interface HandoffView {
  /** Whether to show a button that asks for a person. */
  readonly button: boolean;
  /** Whether it is within the hours at the moment; it does not show whether a person is actually there. */
  readonly open: boolean;
  /** The names of up to three people who are there now; absent if nobody is, or nobody has a name for visitors. */
  readonly people?: readonly string[];
  /** Whether to ask for an e-mail address when no person is available. */
  readonly email?: true;
}

/** Longest reason that a visitor gives for wanting a person, in UTF-16 units. For operators alone. */
export const maxHandoffReason = 500;
/** Longest e-mail address, in characters. */
export const maxEmailLength = 254;

/** Longest URL of a page that is stored with a visitor's email address, in characters. */
export const maxPageLength = 2_048;

/** The body of POST /chat-bot/handoff. Every field is optional. */
export interface PostedHandoff {
  readonly reason?: string;
  /** The email address that an answer may be sent to when no person is available. */
  readonly email?: string;
  /** With an address: the language of emails to it, as a BCP 47 tag. Left out: the first of `Accept-Language`. */
  readonly lang?: string;
  /**
   * With an address: the page that emails link back to, without its query and fragment. Ignored unless it is on the
   * requesting site. Left out: the home page of that site.
   */
  readonly page?: string;
}

/** The body of POST /chat-bot/session: the secret after `#servicechat=` in the link of an email. */
export interface PostedLink {
  readonly link: string;
}

/** What precedes the secret of a link in the fragment of the page's address, since fragments are not sent to servers. */
export const linkPrefix = "#servicechat=";

/** The answer of POST and DELETE /chat-bot/handoff. */
export interface HandoffState {
  readonly holder: ChatHolder;
  readonly open: boolean;
  /** When people will be available again, RFC 3339; present only if `open` is false and the hours determine it. */
  readonly opensAt?: string;
}
