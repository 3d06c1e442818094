import type { NodeEvent, NodeEvents } from "../coordination.ts";

/** Events within one process: when `publish` returns, every listener has been called. */
export function createNodeEvents(): NodeEvents & { clear(): void } {
  const listeners = createListeners<NodeEvent>();
  return {
    publish: (event) => listeners.call(event),
    subscribe: (listener) => listeners.add(listener),
    clear: () => listeners.clear(),
  };
}

/** Those who want to be notified. */
interface Listeners<Value> {
  /** Returns the function that unsubscribes. A function added twice is called twice. */
  add(listener: (value: Value) => void): () => void;
  /** Calls everyone who was subscribed when the call began and still is. Allocates nothing. */
  call(value: Value): void;
  clear(): void;
}

/**
 * Creates an empty set of listeners that may subscribe and unsubscribe at any time, even while they are being called.
 */
export function createListeners<Value>(): Listeners<Value> {
  const entries = new Set<{ readonly listener: (value: Value) => void; readonly since: number }>();
  let calls = 0;

  return {
    add(listener) {
      const entry = { listener, since: calls };
      entries.add(entry);
      return () => void entries.delete(entry);
    },
    call(value) {
      const call = calls++;
      // A set also visits what is added during the iteration: a listener that unsubscribes and subscribes again would
      // be called forever.
      for (const entry of entries) if (entry.since <= call) entry.listener(value);
    },
    clear: () => entries.clear(),
  };
}
