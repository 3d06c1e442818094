import type { PersistedValue } from "./persisted-value.ts";

/** A persisted value that calls `changed` after each change made through it. */
export function watchedValue(stored: PersistedValue, changed: () => void): PersistedValue {
  return {
    ...stored,
    write(value) {
      stored.write(value);
      changed();
    },
    forget() {
      stored.forget();
      changed();
    },
  };
}
