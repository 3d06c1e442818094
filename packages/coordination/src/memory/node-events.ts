import type { NodeEvent, NodeEvents } from "../coordination.ts";
import { createListeners } from "./listeners.ts";

/** Events within one process: when `publish` returns, every listener has been called. */
export function createNodeEvents(): NodeEvents & { clear(): void } {
  const listeners = createListeners<NodeEvent>();
  return {
    publish: (event) => listeners.call(event),
    subscribe: (listener) => listeners.add(listener),
    clear: () => listeners.clear(),
  };
}
