import type { ReadonlySignal } from "@preact/signals";
import type { ChatHolder, TellPage } from "@servicechat/contract";
import type { Chat } from "../conversation/chat.ts";
import type { Entry, Line } from "../conversation/conversation.ts";
import type { ListenParts } from "../handoff/listen.ts";

/** What the hand-over needs of the frame it is in. */
export interface HandoffParts extends ListenParts {
  readonly chat: Chat;
  readonly tell: TellPage;
  /** Called with whether a person may write at any time, also on the site's next page. */
  readonly expectPerson: (expected: boolean) => void;
}

/** Who speaks for the service. */
export interface Holding {
  readonly holder: ChatHolder;
  /** The person, by the name that visitors see; absent while nobody holds the chat. */
  readonly name?: string | undefined;
}

/** A chat in which people may take part. */
export interface Handoff {
  readonly holding: ReadonlySignal<Holding>;
  /** Whether a person holds the chat: no agent answers then. */
  readonly isHeld: ReadonlySignal<boolean>;
  /** The person who is writing. */
  readonly typing: ReadonlySignal<string | undefined>;
  /** The entries, and between them what people have said and what happened with the chat. */
  readonly linesOf: (entries: readonly Entry[]) => readonly Line[];
}
