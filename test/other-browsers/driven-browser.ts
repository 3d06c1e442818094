/** Where something is done: on the page, or in the frame of the chat that is on it. */
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
  /** The proxy behind which every name is: a port on loopback. */
  readonly proxyPort: number;
}

/**
 * A browser that is no Chromium, with one window and a new profile as it comes. Its driver can do little: what a visitor
 * does is made of it in `visitor.ts`, once for all browsers.
 */
export interface DrivenBrowser extends AsyncDisposable {
  /** Such as "Firefox 153.7.0". */
  readonly version: string;
  /** Resolves when the page has loaded. */
  visit(address: string): Promise<void>;
  reload(): Promise<void>;
  /** The value of an expression, which JSON can carry. @throws when there is no chat frame */
  run<Value>(place: Place, expression: string): Promise<Value>;
  /** Presses the mouse, in pixels from the corner of the place. */
  press(place: Place, x: number, y: number): Promise<void>;
  /** Presses keys one after the other, wherever the focus is. */
  type(text: string): Promise<void>;
  /** What the window shows, as PNG. */
  picture(): Promise<Buffer>;
  /** Errors that were written to the console or caught by nobody, in the page and in the chat; none where a driver cannot tell. */
  readonly errors: readonly string[];
}

/**
 * The frame of the chat, for scripts of the page. No driver finds it in its closed root, so the page of the tests notes that
 * (`start-visit.ts`).
 */
export const chatFrame = `document.chatRoot?.querySelector('iframe[src^="https://chat.example/chat/"]')`;
