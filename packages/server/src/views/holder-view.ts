import { holderAfter } from "@servicechat/contract";
import type { ChatEventView, HolderChange } from "@servicechat/contract";
import type { ChatEventRecord, ChatHolding } from "@servicechat/storage";

/** The holder of a chat for the event `holder`. @param beganAt when the chat began, for one that was never moved */
export function holderChange({ holder, operator, since }: ChatHolding, beganAt = 0): HolderChange {
  return {
    holder,
    ...(holder === "person" && operator && { name: operator.name }),
    at: new Date(since ?? beganAt).toISOString(),
  };
}

/** The change by an event. */
export function changeOf({ type, name, at }: ChatEventRecord): HolderChange {
  const holder = holderAfter[type];
  return {
    holder,
    ...(holder === "person" && name !== null && { name }),
    at: new Date(at).toISOString(),
  };
}

/** An event as the history has it. */
export function eventView({ type, name, at, after }: ChatEventRecord): ChatEventView {
  return { type, ...(name !== null && { name }), at: new Date(at).toISOString(), after };
}

/** Whether an encoded `holder` event says that a person has the chat. */
export function saysPerson({ text }: { readonly text: string }): boolean {
  const { holder } = JSON.parse(text.slice(text.indexOf("data: ") + "data: ".length)) as HolderChange;
  return holder === "person";
}
