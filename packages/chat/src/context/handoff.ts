import type { ReadonlySignal, Signal } from "@preact/signals";
import type { ChatHolder, PostedHandoff, TellPage } from "@servicechat/contract";
import type { Chat } from "../conversation/chat.ts";
import type { Entry, Line, PeopleLine } from "../conversation/conversation.ts";
import type { Ratings } from "../conversation/create-ratings.ts";
import type { Client, ClientError } from "@servicechat/client";
import type { Device } from "./device.ts";
import type { ListenParts } from "../handoff/listen.ts";

/** What the hand-over needs of the frame it is in. */
export interface HandoffParts extends ListenParts {
  readonly chat: Chat;
  readonly ratings: Pick<Ratings, "feedbackOf">;
  readonly tell: TellPage;
  /** Called with whether a person may write at any time, also on the site's next page, and with the id of what they said last. */
  readonly expectPerson: (expected: boolean, last: string | undefined) => void;
  /** What a person had said last on the pages before, by its id. */
  readonly lastSeen: string | undefined;
  readonly client: ListenParts["client"] & Pick<Client, "openLink">;
  /** What the link of a mail holds by which the visitor came, until they are asked. */
  readonly mailed: Signal<string | undefined>;
  /** What keeps chats on this device, once it is there. */
  readonly device: ReadonlySignal<Device | undefined>;
  /** Where mail to the visitor leads, and its language. */
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
  /** Whether the visitor has a button for it, now. */
  readonly canAsk: ReadonlySignal<boolean>;
  /** Whether the chat offers it by itself: the last answers found nothing, or the visitor did not like the last one. */
  readonly isOffered: ReadonlySignal<boolean>;
  /** Nobody is there, or came; when somebody is, if that is known. */
  readonly away: ReadonlySignal<{ readonly opensAt?: string | undefined } | undefined>;
  /** Where an answer may be sent, if the visitor has said so here. */
  readonly address: ReadonlySignal<string | undefined>;
  readonly isBusy: ReadonlySignal<boolean>;
  readonly hasFailed: ReadonlySignal<boolean>;
  /** Asks for a person, or says where an answer may be sent. */
  ask(email?: string): Promise<void>;
  /** Goes back to the agent. */
  goBack(): Promise<void>;
  /** Takes from the screen that nobody is there, or the offer. */
  decline(): void;
}

/** The link of a mail by which the visitor came. */
export interface MailedLink {
  /** How far it is; `undefined` where there is none, once its chat is open, and once the visitor does not want it. */
  readonly state: ReadonlySignal<
    | { readonly step: "found" | "opening" }
    | ({ readonly step: "failed" } & Pick<ClientError, "code" | "message">)
    | undefined
  >;
  /** Goes over to its chat. */
  readonly open: () => void;
  readonly dismiss: () => void;
}

/** A chat in which people may take part. */
export interface Handoff {
  readonly holding: ReadonlySignal<Holding>;
  /** Whether a person holds the chat: no agent answers then. */
  readonly isHeld: ReadonlySignal<boolean>;
  /** The person who is writing. */
  readonly typing: ReadonlySignal<string | undefined>;
  /** What a person has said last while it was listened to. */
  readonly heard: ReadonlySignal<Extract<PeopleLine, { from: "person" }> | undefined>;
  readonly asking: Asking;
  readonly mailed: MailedLink;
  /** The entries, and between them what people have said and what happened with the chat. */
  readonly linesOf: (entries: readonly Entry[]) => readonly Line[];
}
