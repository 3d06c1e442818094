import type { PageEventName, PageEvents } from "@servicechat/contract";

/**
 * Hears one kind of event. The detail never holds the text of a message. What a listener to `action` returns for an
 * action of the kind `host`, or promises, is given to the agent; every other return value is passed over.
 */
export type PageListener<Name extends PageEventName = PageEventName> = (detail: PageEvents[Name]) => unknown;

/**
 * `window.ServiceChat`, the page's side of the chat (docs/embedding.md, "Every method of window.ServiceChat"). It is
 * there as soon as the script has run and gone once the launcher is torn down. No method throws; what is called before
 * the chat application is ready happens, in order, when it is.
 */
export interface ServiceChat {
  /** Reveals the chat, creating its frame on the first call, and asks it to focus the prompt. */
  open(): void;
  /** Hides the chat and asks it to blur the prompt. What runs in it goes on. */
  close(): void;
  toggle(): void;
  /** Whether the chat is open, also while it is still loading. */
  isOpen(): boolean;
  showLauncher(): void;
  /** Takes the bubble away, for pages with a chat button of their own. */
  hideLauncher(): void;
  /** Sends a message as the visitor. A closed chat stays closed. */
  sendMessage(text: string): void;
  /** Writes into the prompt without sending. A closed chat stays closed. */
  prefill(text: string): void;
  newChat(): void;
  /**
   * What the agent may know of the page, sent along with every message from now on: JSON, at most 8 KB. What is larger
   * is not taken, which a warning in the console and an `error` event say.
   */
  setContext(context: Readonly<Record<string, unknown>>): void;
  /**
   * Who the visitor is: the site's id of them, and a JSON Web Token by which its own server says so (`identity` in the agent
   * file). It is sent along with every message from now on, and the chat goes over to what this id said before in this
   * browser. `null`: they have signed out.
   */
  setUser(user: { readonly id: string; readonly token: string } | null): void;
  /** `light`, `dark`, or `auto`, which is also what any other value means. */
  setTheme(theme: string): void;
  /** A BCP 47 language tag. */
  setLocale(lang: string): void;
  /**
   * Calls `listener` at every event of that name; `ready` (the widget stands on the page) also when it is over already.
   * Returns the function that ends it.
   */
  on<Name extends PageEventName>(name: Name, listener: PageListener<Name>): () => void;
  /** Takes the widget off the page, `window.ServiceChat` included. */
  destroy(): void;
}

/** What a page may put in place before the script has loaded: its methods note their calls as `[name, ...arguments]`. */
export interface Stub extends Omit<ServiceChat, "isOpen" | "on"> {
  on<Name extends PageEventName>(name: Name, listener: PageListener<Name>): unknown;
  readonly q: readonly (readonly [keyof ServiceChat, ...unknown[]])[];
}

declare global {
  interface Window {
    ServiceChat?: ServiceChat | Stub | undefined;
  }
}
