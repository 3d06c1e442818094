import type { PageEventName, PageEvents } from "@servicechat/contract";

/**
 * Receives one kind of event. The detail never contains the text of a message. What a listener to `action` returns for an
 * action of kind `host`, directly or as a promise, goes to the agent; any other return value is ignored.
 */
export type PageListener<Name extends PageEventName = PageEventName> = (detail: PageEvents[Name]) => unknown;

/**
 * `window.ServiceChat`, the page's side of the chat (docs/embedding.md, "Every method of window.ServiceChat"). It exists
 * from the moment the script has run until the launcher is removed. No method throws; calls made before the chat
 * application is ready are queued and run in order.
 */
export interface ServiceChat {
  /** Shows the chat and puts the cursor in its composer. The first call creates the frame. */
  open(): void;
  /** Hides the chat and removes the focus from its composer. An answer in progress continues. */
  close(): void;
  toggle(): void;
  /** Whether the chat is open, even if it is still loading. */
  isOpen(): boolean;
  showLauncher(): void;
  /** Hides the bubble, for pages with their own chat button. */
  hideLauncher(): void;
  /** Sends a message as the visitor. A closed chat stays closed. */
  sendMessage(text: string): void;
  /** Writes into the composer without sending. A closed chat stays closed. */
  prefill(text: string): void;
  newChat(): void;
  /**
   * Shows a button beside text of at least three words that the visitor selects in the page, outside of fields: it opens
   * the chat with the text, up to 500 characters of it, as a quote in the composer. Nothing is sent. `false` ends this.
   */
  askAboutSelection(isOn?: boolean): void;
  /**
   * What the agent may know about the page, sent with every message from now on: JSON, at most 8 KB. Anything larger is
   * ignored, with a warning in the console and an `error` event.
   */
  setContext(context: Readonly<Record<string, unknown>>): void;
  /**
   * Who the visitor is: the site's id for them, and a JSON Web Token in which its own server says so (`identity` in the
   * agent file). It is sent with every message from now on, and the chat switches to what this id has said before in this
   * browser. `null`: they have signed out.
   */
  setUser(user: { readonly id: string; readonly token: string } | null): void;
  /** `light`, `dark`, or `auto`, which is also what any other value means. */
  setTheme(theme: string): void;
  /** A BCP 47 language tag. */
  setLocale(lang: string): void;
  /**
   * Calls `listener` for every event of that name; for `ready` (the widget is on the page) also if it has already
   * happened. Returns the function that unsubscribes.
   */
  on<Name extends PageEventName>(name: Name, listener: PageListener<Name>): () => void;
  /** Removes the widget from the page, including `window.ServiceChat`. */
  destroy(): void;
}

/**
 * A stub that a page may create before the script has loaded: its methods queue their calls as `[name, ...arguments]`.
 */
export interface Stub extends Omit<ServiceChat, "isOpen" | "on"> {
  on<Name extends PageEventName>(name: Name, listener: PageListener<Name>): unknown;
  readonly q: readonly (readonly [keyof ServiceChat, ...unknown[]])[];
}

declare global {
  interface Window {
    ServiceChat?: ServiceChat | Stub | undefined;
  }
}
