import { asObject } from "@servicechat/contract";
import type { PersistedValue } from "./persisted-value.ts";

/** What is filled in and not sent, by the question or the form that it stands in. It is there again after a reload. */
interface PersistedEntries {
  /** The names of those that have something. */
  readonly names: () => readonly string[];
  /** What was written under a name, as JSON has it. */
  readonly read: (name: string) => unknown;
  /** Keeps it; `undefined` forgets. */
  readonly write: (name: string, entered: unknown) => void;
}

/** Keeps entries in one text. */
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
