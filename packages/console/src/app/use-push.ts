import { useEffect } from "preact/hooks";
import type { ConsoleContext } from "./console-context.ts";
import { renewPush } from "./push-device.ts";

/** Opens the chat of a notification that was clicked, and ties this browser's notifications to the present session. */
export function usePush({ api, me, navigation }: ConsoleContext): void {
  const person = me.value?.kind === "operator" ? me.value.id : undefined;
  useEffect(() => {
    // What cannot be renewed now is renewed at the next start.
    if (person !== undefined) renewPush(api, person).catch(() => undefined);
  }, [person]);
  useEffect(() => {
    if (!("serviceWorker" in navigator)) return;
    const hear = ({ data }: MessageEvent<{ readonly type?: string; readonly path?: string }>): void => {
      // Only the console's own worker can say so; it opens nothing but the Inbox all the same.
      if (data.type === "open" && /^\/console\/inbox(?:\?chat=[\w%-]+)?$/.test(data.path ?? ""))
        navigation.go(data.path ?? "");
    };
    navigator.serviceWorker.addEventListener("message", hear);
    return () => navigator.serviceWorker.removeEventListener("message", hear);
  }, [navigation]);
}
