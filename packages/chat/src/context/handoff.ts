import type { ReadonlySignal, Signal } from "@preact/signals";
import type { ChatHolder, PostedHandoff, TellPage } from "@servicechat/contract";
import type { Client, ClientError } from "@servicechat/client";
import type { Chat } from "../conversation/chat.ts";
import type { Entry, Line, PeopleLine } from "../conversation/conversation.ts";
import type { Ratings } from "../message-tools/create-ratings.ts";
import type { Words } from "../words/words.ts";
import type { Device } from "./device.ts";
import type { ListenDependencies } from "../handoff/listen.ts";

/** What the handoff needs from its frame. */
export interface HandoffDependencies extends ListenDependencies {
  readonly chat: Chat;
  readonly ratings: ReadonlySignal<Pick<Ratings, "feedbackOf"> | undefined>;
  readonly tell: TellPage;
  /**
   * Called with whether a person may write at any time, even on the site's next page, and with the id of their last
   * message.
   */
  readonly expectPerson: (expected: boolean, last: string | undefined) => void;
  /** The id of a person's last message on previous pages. */
  readonly lastSeen: string | undefined;
  readonly client: ListenDependencies["client"] & Pick<Client, "openLink">;
  /** The secret of the mailed link that the visitor followed, until they are asked. */
  readonly mailed: Signal<string | undefined>;
  /** What stores chats on this device, once it has loaded. */
  readonly device: ReadonlySignal<Device | undefined>;
  /** The page that mail to the visitor links to, and its language. */
  readonly readMailSetting: () => Promise<Pick<PostedHandoff, "lang" | "page">>;
}

/** Who speaks for the service. */
export interface Holding {
  readonly holder: ChatHolder;
  /** The person, by the name that visitors see; absent while nobody holds the chat. */
  readonly name?: string | undefined;
}

/** Asking for a person. */
export interface Asking {
  /** Whether the visitor currently has a button for it. */
  readonly canAsk: ReadonlySignal<boolean>;
  /** Whether the chat offers it proactively: the last answers found nothing, or the visitor disliked the last one. */
  readonly isOffered: ReadonlySignal<boolean>;
  /** Set if nobody is available, or nobody came; with the next opening time, if that is known. */
  readonly away: ReadonlySignal<{ readonly opensAt?: string | undefined } | undefined>;
  /** The address for an answer, if the visitor has entered it here. */
  readonly address: ReadonlySignal<string | undefined>;
  readonly isBusy: ReadonlySignal<boolean>;
  readonly hasFailed: ReadonlySignal<boolean>;
  /** How often the visitor has asked here: they want to see the end of the chat, where a person will write. */
  readonly timesAsked: ReadonlySignal<number>;
  /** Asks for a person, or stores an address for the answer. */
  ask(email?: string): Promise<void>;
  /** Returns to the agent. */
  goBack(): Promise<void>;
  /** Dismisses the message that nobody is available, or the offer. */
  decline(): void;
}

/** The mailed link that the visitor followed. */
export interface MailedLink {
  /** Its state; `undefined` if there is none, once its chat is open, or once the visitor has declined it. */
  readonly state: ReadonlySignal<
    | { readonly step: "found" | "opening" }
    | ({ readonly step: "failed" } & Pick<ClientError, "code" | "message">)
    | undefined
  >;
  /** Switches to its chat. */
  readonly open: () => void;
  readonly dismiss: () => void;
}

/** A chat in which people may take part. */
export interface Handoff {
  readonly holding: ReadonlySignal<Holding>;
  /** How many visitors wait for a person before this one; `undefined` while that is not known, or they do not wait. */
  readonly before: ReadonlySignal<number | undefined>;
  /** Whether a person holds the chat: then no agent answers. */
  readonly isHeld: ReadonlySignal<boolean>;
  /** The person who is typing. */
  readonly typing: ReadonlySignal<string | undefined>;
  /** The last message by a person that was received live. */
  readonly heard: ReadonlySignal<Extract<PeopleLine, { from: "person" }> | undefined>;
  /** What the empty composer says instead of inviting to ask the agent; `undefined` while no person holds the chat. */
  readonly hintIn: (words: Words) => string | undefined;
  readonly asking: Asking;
  readonly mailed: MailedLink;
  /** The entries, with people's messages and events of the chat in between. */
  readonly linesOf: (entries: readonly Entry[]) => readonly Line[];
}
