/** Who speaks for the service in a chat: its agent, nobody yet because a person was asked for, or a person. */
export type ChatHolder = "agent" | "waiting" | "person";

/** Data of the event `holder`: who speaks from now on. After `person`, nothing of the agent comes until it changes again. */
export interface HolderChange {
  readonly holder: ChatHolder;
  /** The person, by the name that visitors see; absent while nobody holds the chat. */
  readonly name?: string;
  /** Since when; RFC 3339 UTC with milliseconds. */
  readonly at: string;
}

/** Data of the event `person_message`: what a person has written to the visitor, whole. */
export interface PersonMessage {
  /** As the history has it: `msg_` and a UUIDv7. */
  readonly id: string;
  readonly name: string;
  /** Plain text of 1 to 8,000 UTF-16 units: drawn as it is, never as Markdown. */
  readonly text: string;
  readonly at: string;
}

/** Data of the event `typing`: a person is writing. It comes at most once in three seconds and is not kept. */
export interface Typing {
  readonly name: string;
}

/** What can happen in a chat besides messages, as visitors and operators see it. New words may come. */
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
  /** The person whom it is about, by the name that visitors see. */
  readonly name?: string;
  /** RFC 3339 UTC with milliseconds. */
  readonly at: string;
  /** Id of the message after which it happened; `null` before the first. Events behind one message are in their order. */
  readonly after: string | null;
}

/** What the agent view says of asking for a person; absent: this agent has nobody to hand over to. */
export interface HandoffView {
  /** Whether a button asks for a person. */
  readonly button: boolean;
  /** Whether somebody may be there now, by the hours alone. */
  readonly open: boolean;
  /** Whether to ask for an e-mail address when nobody is there. */
  readonly email?: true;
}

/** Longest reason that a visitor gives for wanting a person, in UTF-16 units. For operators alone. */
export const maxHandoffReason = 500;
/** Longest e-mail address, in characters. */
export const maxEmailLength = 254;

/** Longest address of a page that a visitor's address is kept with, in characters. */
export const maxPageLength = 2_048;

/** The body of POST /chat-bot/handoff: all of it may be left out. */
export interface PostedHandoff {
  readonly reason?: string;
  /** Where an answer may be sent when nobody is there. */
  readonly email?: string;
  /** With an address: the language of mails to it, BCP 47. Left out: the first of `Accept-Language`. */
  readonly lang?: string;
  /**
   * With an address: the page to which mails lead back. It counts only if it is on the site that asks, and without its
   * query and fragment. Left out: the first page of that site.
   */
  readonly page?: string;
}

/** The body of POST /chat-bot/session: what the link of a mail holds behind `#servicechat=`. */
export interface PostedLink {
  readonly link: string;
}

/** What stands before the secret of a link, in the fragment of the page's address: fragments reach no server. */
export const linkPrefix = "#servicechat=";

/** The answer of POST and DELETE /chat-bot/handoff. */
export interface HandoffState {
  readonly holder: ChatHolder;
  readonly open: boolean;
  /** When somebody is there again, RFC 3339; only when `open` is false, and where the hours say so. */
  readonly opensAt?: string;
}
