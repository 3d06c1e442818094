import type { ActionView, MessageStatus } from "../wire/messages.ts";

/**
 * The events that a page can listen to with `ServiceChat.on`, with their details. None contains the text of a message.
 */
export interface PageEvents {
  readonly ready: NoDetail;
  readonly open: NoDetail;
  readonly close: NoDetail;
  readonly "message:sent": NoDetail;
  readonly "message:received": { readonly status: MessageStatus };
  /** How many answers have arrived that nobody has seen. */
  readonly unread: { readonly count: number };
  readonly action: ChosenAction;
  /**
   * `code` is that of a failure, or of an error that only the page can fix, such as `context_too_large`. More may be
   * added.
   */
  readonly error: { readonly code: string; readonly retryable: boolean };
  /** With a message, which says why, the chat could not appear. */
  readonly destroyed: { readonly message?: string };
}

/** The name of an event, as `ServiceChat.on` takes it. */
export type PageEventName = keyof PageEvents;

/** Notifies the page's listeners of an event. */
export type TellPage = <Name extends PageEventName>(name: Name, detail: PageEvents[Name]) => void;

/** An action that the visitor chose. */
export type ChosenAction = Pick<ActionView, "id" | "name" | "kind"> & {
  /** The visitor's input, for an action of kind `host` with fields. */
  readonly input?: Readonly<Record<string, unknown>>;
};

type NoDetail = Readonly<Record<never, never>>;
