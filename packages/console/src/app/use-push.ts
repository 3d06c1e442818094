import { useEffect } from "preact/hooks";
import type { ConsoleContext } from "./console-context.ts";
import type { Navigation } from "./navigation.ts";
import { renewPush } from "./push-device.ts";

/** Ties this browser's notifications to the current session. */
export function usePush({ api, me }: ConsoleContext): void {
  const person = me.value?.kind === "operator" ? me.value.id : undefined;
  useEffect(() => {
    // If this fails, the next start renews it.
    if (person !== undefined) renewPush(api, person).catch(() => undefined);
  }, [person]);
}

/**
 * Opens the chat of a clicked notification. To be called before anything is loaded: what the worker says to a page that
 * does not listen yet is lost.
 */
export function openClickedNotifications(navigation: Navigation): void {
  if (!("serviceWorker" in navigator)) return;
  type Message = MessageEvent<{ readonly type?: string; readonly path?: string }>;
  navigator.serviceWorker.addEventListener("message", ({ data }: Message) => {
    // Only the console's own worker can send this; even so, it can only open the Inbox.
    if (data.type === "open" && /^\/console\/inbox(?:\?chat=[\w%-]+)?$/.test(data.path ?? ""))
      navigation.go(data.path ?? "");
  });
}
