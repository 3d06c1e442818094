import type { AgentView } from "@servicechat/contract";
import { offersOf, type Offer } from "../actions/offers.ts";
import type { PersistedValue } from "../session/persisted-value.ts";
import { persistedEntries } from "../session/persisted-entries.ts";

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
