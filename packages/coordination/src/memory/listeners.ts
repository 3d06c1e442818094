/** Who wants to hear of something. */
interface Listeners<Value> {
  /** Returns the function that stops it. One function added twice is called twice. */
  add(listener: (value: Value) => void): () => void;
  /** Calls everyone who was there when the call began and has not stopped since. Allocates nothing. */
  call(value: Value): void;
  clear(): void;
}

/** Makes an empty circle of listeners that may come and go at any time, also while they are being called. */
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
      // A set also visits what is added on the way: one who stops and starts again would be called for ever.
      for (const entry of entries) if (entry.since <= call) entry.listener(value);
    },
    clear: () => entries.clear(),
  };
}
