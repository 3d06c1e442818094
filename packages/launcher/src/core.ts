import type { PageEventName, PageEvents } from "@servicechat/contract";
import type { LoadedConfig } from "./load-config.ts";
import type { Tag } from "./read-tag.ts";
import type { ServiceChat } from "./service-chat.ts";

/** A call by the page, in the same form as in the page's own stub: `[name, ...arguments]`. */
export type Call = readonly [name: Carried | "placed" | "follow", ...given: unknown[]];

/** The methods that the panel executes. */
type Carried = Exclude<
  keyof ServiceChat,
  "toggle" | "isOpen" | "showLauncher" | "hideLauncher" | "on" | "destroy"
>;

/**
 * What the launcher provides to the parts of it that load later. A page that was loaded before an upgrade of the
 * service, or from another node during it, gets a part of another version than its launcher's: nothing here is ever
 * renamed or removed, and a part does without what is missing.
 */
export interface Core {
  readonly tag: Tag;
  /** `ownDocument`; older launchers do not have it. */
  readonly document?: Document;
  /** Aborted when the launcher ends. */
  readonly signal: AbortSignal;
  /** In the shadow root, around everything visible. */
  readonly dock: HTMLElement;
  readonly bubble: HTMLButtonElement;
  readonly api: ServiceChat;
  /** Calls the page's listeners, and returns their results. */
  readonly emit: <Name extends PageEventName>(name: Name, detail?: PageEvents[Name]) => readonly unknown[];
  /** Does something for the page; if it throws, a warning informs the page author. */
  readonly isolate: (action: () => void) => void;
  /** Makes the chat count as open, for a panel that reveals it itself. Older launchers do not have it. */
  readonly reopen?: () => void;
  /** The configuration, once it has loaded. */
  readonly loaded: () => LoadedConfig | undefined;
  /** Loads the configuration again. @throws as `loadConfig` */
  readonly reload: () => Promise<LoadedConfig>;
}

/**
 * The panel: executes calls in order. `placed`: the widget was put on the page. `follow`: the visitor came through a
 * link in a mail.
 */
export type Panel = (call: Call) => void;

/** What the launcher provides to the panel. The document, which older launchers lack, is filled in. */
export type PanelCore = Core & Required<Pick<Core, "document">>;
