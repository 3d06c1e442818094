import type { PageEventName } from "@servicechat/contract";
import type { PageListener, ServiceChat } from "@servicechat/launcher/service-chat";
import { isSameChat } from "./chat-options.ts";
import type { ChatOptions } from "./chat-options.ts";
import { takeLife } from "./load-service-chat.ts";

/** Which callback receives which event of the chat. */
export const callbackNames = {
  ready: "onReady",
  open: "onOpen",
  close: "onClose",
  "message:sent": "onMessageSent",
  "message:received": "onMessageReceived",
  unread: "onUnread",
  action: "onAction",
  error: "onError",
  destroyed: "onDestroyed",
} as const satisfies Record<PageEventName, string>;

/**
 * The events of `ServiceChat.on`, each as a callback with the same detail. The result of `onAction` for an action of
 * the kind `host`, or of its promise, goes to the agent.
 */
type ChatCallbacks = {
  readonly [Name in Exclude<PageEventName, "ready"> as (typeof callbackNames)[Name]]?:
    | PageListener<Name>
    | undefined;
} & {
  /** The widget is on the page; its methods are in `chat`. */
  readonly onReady?: ((chat: ServiceChat) => unknown) | undefined;
  /** The chat cannot appear, and why. Nothing is on the page. */
  readonly onFailed?: ((reason: Error) => unknown) | undefined;
};

/** The properties of a component. */
export type ChatProps = ChatOptions & ChatCallbacks;

/** A component's hold on the page's chat. */
export interface Hold {
  /** The props may have changed: another key means another chat, another theme or language the same one. */
  changed(): void;
  /** Ends it: the chat leaves the page with its last holder. Later calls do nothing. */
  release(): void;
}

/**
 * Has the chat on the page while a component is.
 *
 * @param props reads the component's props as they are now
 */
export function holdServiceChat(props: () => ChatProps): Hold {
  let holding = begin();
  let isReleased = false;

  function begin() {
    const options = { ...props() }; // as they are now: frameworks change the same object
    const taken = takeLife(options, again);
    const { life } = taken;
    const stops: (() => void)[] = [];
    let isLeft = false;
    life.running.then(
      (chat) => isLeft || stops.push(...listen(chat, props)),
      () => {}, // `ready` says the same
    );
    life.ready.catch((reason: unknown) => isLeft || props().onFailed?.(asError(reason)));
    return {
      options,
      life,
      end() {
        taken.leave();
        isLeft = true;
        for (const stop of stops) stop();
      },
    };
  }

  function again(): void {
    holding.end();
    holding = begin();
  }

  return {
    changed() {
      if (isReleased) return;
      const { options: before, life } = holding;
      const now = { ...props() };
      if (!isSameChat(before, now)) return again();
      holding = { ...holding, options: now };
      const { theme = "auto" } = now;
      const lang = languageOf(now);
      if (theme !== (before.theme ?? "auto")) later(life.running, (chat) => chat.setTheme(theme));
      if (lang !== languageOf(before)) later(life.running, (chat) => chat.setLocale(lang));
    },
    release() {
      if (isReleased) return;
      isReleased = true;
      holding.end();
    },
  };
}

/** A tag without a language has the page's. */
const languageOf = ({ lang }: ChatOptions): string => lang || document.documentElement.lang;

/** Passes every event on to whatever callback the component has then. */
function listen(chat: ServiceChat, props: () => ChatProps): (() => void)[] {
  return (Object.keys(callbackNames) as PageEventName[]).map((name) =>
    chat.on(name, (detail) => {
      const callbacks = props();
      if (name === "ready") return callbacks.onReady?.(chat);
      // Each has the detail of its own event.
      return (callbacks[callbackNames[name]] as PageListener | undefined)?.(detail);
    }),
  );
}

/** A chat that never comes needs nothing. */
function later(running: Promise<ServiceChat>, deed: (chat: ServiceChat) => void): void {
  running.then(deed, () => {});
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}
