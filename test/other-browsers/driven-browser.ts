/** Where something is done: on the page, or in the frame of its chat. */
export type Place = "page" | "chat";

/** Keys without a character, as both protocols name them. */
export const keys = {
  backspace: "\uE003",
  tab: "\uE004",
  enter: "\uE007",
  escape: "\uE00C",
  end: "\uE010",
  arrowUp: "\uE013",
} as const;

/** How to start one. */
export interface DriveOptions {
  /** The proxy through which every name is reached: a port on loopback. */
  readonly proxyPort: number;
}

/**
 * A browser other than Chromium, with one window and a new default profile. Its driver has few functions: `visitor.ts`
 * builds a visitor's actions from them, once for all browsers.
 */
export interface DrivenBrowser extends AsyncDisposable {
  /** Such as "Firefox 153.7.0". */
  readonly version: string;
  /** Resolves when the page has loaded. */
  visit(address: string): Promise<void>;
  reload(): Promise<void>;
  /** The value of an expression, as far as JSON can represent it. @throws if there is no chat frame */
  run<Value>(place: Place, expression: string): Promise<Value>;
  /** Clicks, in pixels from the corner of the place. */
  press(place: Place, x: number, y: number): Promise<void>;
  /** Presses keys one after the other, wherever the focus is. */
  type(text: string): Promise<void>;
  /** A screenshot of the window as PNG. */
  picture(): Promise<Buffer>;
  /**
   * Errors that were written to the console or not caught, in the page and in the chat; empty if a driver cannot report
   * them.
   */
  readonly errors: readonly string[];
}

/**
 * The chat's frame, for scripts of the page. No driver finds it in its closed root, so the tests' page records it
 * (`start-visit.ts`).
 */
export const chatFrame = `document.chatRoot?.querySelector('iframe[src^="https://chat.example/chat/"]')`;
