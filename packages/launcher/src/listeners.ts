import type { PageEventName } from "@servicechat/contract";
import { isolate } from "./isolate.ts";
import type { PageListener } from "./service-chat.ts";

/** An event on its way through the listeners, with what they returned so far. */
type Heard = CustomEvent & { readonly answers: unknown[] };

/**
 * The page's listeners. The browser's own event target calls them, so one that throws is reported as an error of the
 * page and disturbs neither the others nor the launcher.
 */
export function createListeners() {
  const target = new EventTarget();
  let ready = false;

  function on(name: PageEventName, listener: PageListener): () => void {
    const hear = (event: Event) => (event as Heard).answers.push(listener((event as Heard).detail));
    let type = "";
    isolate(() => {
      type = `${name}`;
      target.addEventListener(type, hear);
      if (ready && type === "ready") listener({});
    });
    return () => target.removeEventListener(type, hear);
  }

  /** Calls the listeners of that name, and gives what they returned. */
  function emit(name: PageEventName, detail: object = {}): readonly unknown[] {
    ready ||= name === "ready";
    const event: Heard = Object.assign(new CustomEvent(name, { detail }), { answers: [] });
    target.dispatchEvent(event);
    return event.answers;
  }

  return { on, emit };
}
