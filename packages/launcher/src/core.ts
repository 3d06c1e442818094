import type { PageEventName, PageEvents } from "@servicechat/contract";
import type { LoadedConfig } from "./load-config.ts";
import type { Tag } from "./read-tag.ts";
import type { ServiceChat } from "./service-chat.ts";

/** What the page asked of the chat, as the page's own stub has it too: `[name, ...arguments]`. */
export type Call = readonly [name: Carried | "placed" | "follow", ...given: unknown[]];

/** The methods that are carried out by the panel. */
type Carried = Exclude<
  keyof ServiceChat,
  "toggle" | "isOpen" | "showLauncher" | "hideLauncher" | "on" | "destroy"
>;

/**
 * What the launcher gives to the parts of it that come later. A page that was loaded before the service was updated, or
 * from another node during the update, gets a part of another version than its launcher's: what is here is never renamed
 * or removed, and a part does without what it does not find.
 */
export interface Core {
  readonly tag: Tag;
  /** `ownDocument`; launchers of before it do not have it. */
  readonly document?: Document;
  /** Aborted at the launcher's end. */
  readonly signal: AbortSignal;
  /** In the shadow root, around everything that is seen. */
  readonly dock: HTMLElement;
  readonly bubble: HTMLButtonElement;
  readonly api: ServiceChat;
  /** Tells the page's listeners, and gives what they returned. */
  readonly emit: <Name extends PageEventName>(name: Name, detail?: PageEvents[Name]) => readonly unknown[];
  /** Does something for the page; if it throws, the page's author is told. */
  readonly isolate: (action: () => void) => void;
  /** Has the chat count as open: the panel reveals it by itself. Launchers of before it do not have it. */
  readonly reopen?: () => void;
  /** The configuration, once it has come. */
  readonly loaded: () => LoadedConfig | undefined;
  /** Asks for the configuration anew. @throws as `loadConfig` */
  readonly reload: () => Promise<LoadedConfig>;
}

/**
 * The panel: carries out each call in the order it is given. `placed`: the widget was put on the page. `follow`: the visitor came
 * by the link of a mail.
 */
export type Panel = (call: Call) => void;
