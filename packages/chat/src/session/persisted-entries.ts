import { asObject } from "@servicechat/contract";
import type { PersistedValue } from "./persisted-value.ts";

/** Unsent values, by the question or the form that contains them. They are restored after a reload. */
interface PersistedEntries {
  /** The names with a value. */
  readonly names: () => readonly string[];
  /** The value stored under a name, as JSON. */
  readonly read: (name: string) => unknown;
  /** Stores it; `undefined` removes it. */
  readonly write: (name: string, entered: unknown) => void;
}

/** Stores entries in one text. */
export function persistedEntries(stored: PersistedValue): PersistedEntries {
  function all(): Readonly<Record<string, unknown>> {
    try {
      return asObject(JSON.parse(stored.read() ?? "")) ?? {};
    } catch {
      return {};
    }
  }
  return {
    names: () => Object.keys(all()),
    read: (name) => (Object.hasOwn(all(), name) ? all()[name] : undefined),
    write(name, entered) {
      const { [name]: _before, ...others } = all();
      const next = entered === undefined ? others : { ...others, [name]: entered };
      stored.write(Object.keys(next).length > 0 ? JSON.stringify(next) : "");
    },
  };
}
