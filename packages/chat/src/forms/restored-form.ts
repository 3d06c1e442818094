import type { AgentView } from "@servicechat/contract";
import { offersOf, type Offer } from "./offers.ts";
import type { PersistedValue } from "../session/persisted-value.ts";
import { persistedEntries } from "../session/persisted-entries.ts";

const prefix = "form ";

/** The name under which what is filled into the form of an action is kept. */
export const formName = (actionId: string): string => prefix + actionId;

/** The form that was open before the page was loaded anew, with what was filled in; `undefined` when it is offered no longer. */
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
