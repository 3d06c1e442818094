import { asObject, type AgentView } from "@servicechat/contract";
import type { PersistedValue } from "../session/persisted-value.ts";
import { offersOf, type Offer } from "../actions/offers.ts";

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

const prefix = "form ";

/** The name under which the content of an action's form is stored. */
export const formName = (actionId: string): string => prefix + actionId;

/** The form that was open before the page was reloaded, with its content; `undefined` if it is no longer offered. */
export function restoredForm(stored: PersistedValue, agent: AgentView): Offer | undefined {
  const entries = persistedEntries(stored);
  const name = entries.names().find((each) => each.startsWith(prefix));
  const offer = offersOf(agent).find(({ action }) => formName(action.id) === name);
  const entered = name === undefined ? undefined : entries.read(name);
  if (!offer || !Array.isArray(entered) || entered.length !== offer.fields.length) return undefined;
  const fields = offer.fields.map((field, index) => {
    const value: unknown = entered[index];
    return typeof value === typeof field.initial ? { ...field, initial: value as string | boolean } : field;
  });
  return { ...offer, fields };
}
