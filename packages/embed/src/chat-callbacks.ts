import type { PageEventName } from "@servicechat/contract";
import type { PageListener, ServiceChat } from "@servicechat/launcher/service-chat";

/** Which callback hears which event of the chat. */
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
export type ChatCallbacks = {
  readonly [Name in Exclude<PageEventName, "ready"> as (typeof callbackNames)[Name]]?:
    | PageListener<Name>
    | undefined;
} & {
  /** The widget is on the page; its methods are in `chat`. */
  readonly onReady?: ((chat: ServiceChat) => unknown) | undefined;
  /** The chat cannot appear, and why. Nothing is on the page. */
  readonly onFailed?: ((reason: Error) => unknown) | undefined;
};
