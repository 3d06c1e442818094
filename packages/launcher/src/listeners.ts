import type { PageEventName } from "@servicechat/contract";
import { isolate } from "./isolate.ts";
import type { PageListener } from "./service-chat.ts";

/**
 * The page's listeners. The browser's own event target calls them, so one that throws is reported as an error of the
 * page and disturbs neither the others nor the launcher.
 */
export function createListeners() {
  const target = new EventTarget();
  let ready = false;

  function on(name: PageEventName, listener: PageListener): () => void {
    const hear = (event: Event) => event instanceof CustomEvent && listener(event.detail);
    let type = "";
    isolate(() => {
      type = `${name}`;
      target.addEventListener(type, hear);
      if (ready && type === "ready") listener({});
    });
    return () => target.removeEventListener(type, hear);
  }

  function emit(name: PageEventName, detail: Readonly<Record<string, unknown>> = {}): void {
    ready ||= name === "ready";
    target.dispatchEvent(new CustomEvent(name, { detail }));
  }

  return { on, emit };
}
