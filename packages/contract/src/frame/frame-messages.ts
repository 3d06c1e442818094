import type { WidgetConfig } from "../wire/widget-config.ts";
import type { ActionView, MessageStatus } from "../wire/messages.ts";

/*
 * Launcher and frame speak over one MessagePort. The handshake, once per frame:
 *   1. launcher creates the frame at `{base}/chat/?key=<public key id>&parent=<origin>`
 *   2. the chat application, loaded, posts { type: "servicechat:hello" } to its parent, target origin = `parent`
 *   3. launcher checks window and origin, answers { type: "servicechat:welcome", ... } with a port, target = service
 *   4. the application checks window, origin, and that the ticket was made for that origin; from then on, the port
 *   5. the application posts { type: "ready" } over the port; the launcher flushes what waited
 */

/** Step 2: the only message the frame ever posts to a window. */
export const helloType = "servicechat:hello";

/** Step 3: the only message the launcher ever posts to a window; it transfers the port. */
export interface Welcome {
  readonly type: typeof welcomeType;
  /** The whole agent key. */
  readonly key: string;
  /** An embed ticket for the page's origin. */
  readonly ticket: string;
  readonly config: WidgetConfig;
  /**
   * Languages in order of preference, separated by commas, as in `Accept-Language`: the one that the page set last, if
   * any, the tag's and the page's. Each may be empty or not a language. The application uses the first that it speaks; if
   * there is none, the browser's.
   */
  readonly lang?: string;
  readonly theme: Theme;
  /** Whether the frame is on screen already. */
  readonly open: boolean;
  /** The chat is open because it was open on the previous page: it does not take the focus automatically. */
  readonly kept?: true;
  /**
   * The chat is in an element of the page: it cannot be closed from within, and does not take the focus automatically.
   */
  readonly inline?: true;
  /** Whether the bubble is visible beside the frame, as in the message `bubble`; absent from older launchers. */
  readonly bubble?: boolean;
  /** Whether the panel is expanded, as in the message `expanded`; also absent from launchers that cannot expand it. */
  readonly expanded?: boolean | undefined;
  /**
   * The launcher shows a card with the beginning of a message that comes while the chat is closed, which the frame draws;
   * absent if the page does not want it, and from older launchers.
   */
  readonly preview?: true;
  /** The id of the last message from a person on earlier pages: anything after it is unread. */
  readonly person?: string | undefined;
  /** The user that the page has named; absent: it has named none. */
  readonly user?: SiteUser;
}
/** The `type` of a `Welcome`. */
export const welcomeType = "servicechat:welcome";

/** The colour scheme of the widget; `auto`: the one set in the visitor's browser or system. */
export type Theme = "auto" | "light" | "dark";

/** A user of the site: the site's id for them, and the token that proves it. Without a token, the visitor is not signed in. */
export interface SiteUser {
  readonly id?: string | undefined;
  readonly token?: string | undefined;
}

/** Launcher to frame, over the port. */
export type ToFrame =
  | { readonly type: "open" }
  | { readonly type: "close" }
  | { readonly type: "send"; readonly text: string }
  | { readonly type: "prefill"; readonly text: string }
  /** What the visitor has selected in the page to ask about, as it is added to the composer. */
  | { readonly type: "quote"; readonly text: string }
  | { readonly type: "new-chat" }
  | { readonly type: "theme"; readonly theme: Theme }
  /**
   * Whether the bubble is visible beside the frame from now on: it closes the chat, which then shows no close button.
   */
  | { readonly type: "bubble"; readonly seen: boolean }
  /** Whether the panel is expanded from now on; `undefined` if it cannot be, because it already fills the screen. */
  | { readonly type: "expanded"; readonly expanded: boolean | undefined }
  /** The page has set a language, which takes precedence over those of the welcome; these may follow it here too. */
  | { readonly type: "locale"; readonly lang: string }
  | { readonly type: "context"; readonly context: Readonly<Record<string, unknown>> }
  | { readonly type: "user"; readonly user: SiteUser }
  /** The visitor followed the link in an email, which contains this: it reopens their chat. */
  | { readonly type: "link"; readonly link: string }
  /** The answer to `refresh-ticket`; an empty ticket means that none is available. */
  | { readonly type: "ticket"; readonly ticket: string }
  /** The answer to `read-page`: the page as it is now, its address without query and fragment. */
  | { readonly type: "page"; readonly title: string; readonly url: string }
  /** The results of the page's listeners for a `host` action; absent if their promise was rejected. */
  | { readonly type: "results"; readonly of: HostAction; readonly answers: readonly unknown[] | void };

/** Frame to launcher, over the port. */
export type ToLauncher =
  | { readonly type: "ready" }
  /** The visitor pressed the close control or Escape. */
  | { readonly type: "close" }
  /** The visitor wants the panel expanded, or back at its usual size. */
  | { readonly type: "expand"; readonly expanded: boolean }
  /** The visitor pressed the card. */
  | { readonly type: "open" }
  /** In a closed chat, the frame draws a card of this height in pixels, and nothing else; 0: no longer. */
  | { readonly type: "preview"; readonly height: number }
  | { readonly type: "refresh-ticket" }
  | { readonly type: "read-page" }
  /** The visitor chose a `host` action, which the page executes. */
  | { readonly type: "action"; readonly action: HostAction }
  /** How many answers have arrived while the chat was closed, since the frame was loaded. */
  | { readonly type: "unread"; readonly count: number }
  /** Whether an answer to a message that the service has received is in progress. Older launchers ignore this. */
  | { readonly type: "answering"; readonly answering: boolean }
  /**
   * Whether a person takes part in the chat, or has been asked for: they may write at any time. `last` is the id of their
   * latest message. Older launchers ignore this.
   */
  | { readonly type: "person"; readonly expected: boolean; readonly last?: string | undefined }
  /** The widget's name for screen readers, in the language of the chat, which may change. */
  | { readonly type: "name"; readonly name: string; readonly lang: string }
  /** An event for the page's own listeners. It never contains the text of a message. */
  | {
      readonly type: "event";
      readonly name: PageEventName;
      readonly detail: PageEvents[PageEventName];
    };

/** A chosen action that the page executes. */
export type HostAction = ChosenAction & { readonly kind: "host" };

/** The claims of an embed ticket (docs/decisions.md, "The frame's own origin"). */
export interface TicketClaims {
  /** Version. */
  readonly v: 1;
  /** Public id of the key. */
  readonly k: string;
  /** Origin of the page. */
  readonly o: string;
  /** When it expires, in seconds since 1970. */
  readonly x: number;
}

/** Reads the claims of a ticket without checking its seal, which only the service can. `undefined`: not a ticket. */
export function readTicketClaims(ticket: string): TicketClaims | undefined {
  const [payload = "", seal, ...rest] = ticket.split(".");
  if (!seal || rest.length > 0) return undefined;
  try {
    const claims = JSON.parse(atob(payload.replace(/-/g, "+").replace(/_/g, "/"))) as TicketClaims;
    const fits = claims.v === 1 && typeof claims.k === "string" && typeof claims.o === "string";
    return fits && Number.isInteger(claims.x) ? claims : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The events that a page can listen to with `ServiceChat.on`, with their details. None contains the text of a message.
 */
export interface PageEvents {
  readonly ready: NoDetail;
  readonly open: NoDetail;
  readonly close: NoDetail;
  readonly "message:sent": NoDetail;
  readonly "message:received": { readonly status: MessageStatus };
  /** The number of unread answers. */
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
