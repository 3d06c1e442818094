import type { PageEventName, PageEvents } from "@servicechat/contract";
import type { PageListener } from "./service-chat.ts";

/** The page's listeners. One that throws is reported as an error of the page, and does not affect the others. */
export function createListeners() {
  let listeners: readonly (readonly [name: PageEventName, listener: PageListener])[] = [];
  let isReady = false;

  function on<Name extends PageEventName>(name: Name, listener: PageListener<Name>): () => void {
    const entry = [name, listener as PageListener] as const; // receives only its own event
    listeners = [...listeners, entry];
    if (isReady && name === "ready") emit(name, {}, [entry]);
    return () => {
      listeners = listeners.filter((each) => each !== entry);
    };
  }

  /** Calls the listeners of that name, and returns their results. `to`: the candidates. */
  function emit(name: PageEventName, detail: object = {}, to = listeners): readonly unknown[] {
    isReady ||= name === "ready";
    const answers: unknown[] = [];
    for (const [of, listener] of to) {
      try {
        if (of === name) answers.push(listener(detail as PageEvents[typeof name]));
      } catch (cause) {
        reportError(cause);
      }
    }
    return answers;
  }

  return { on, emit };
}
