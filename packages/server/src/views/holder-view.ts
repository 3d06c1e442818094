import type { ChatEventType, ChatEventView, ChatHolder, HolderChange } from "@servicechat/contract";
import type { ChatEventRecord, ChatHolding } from "@servicechat/storage";

/** Who holds a chat, as the event `holder` says it. @param beganAt when the chat began, for one that was never moved */
export function holderChange({ holder, operator, since }: ChatHolding, beganAt = 0): HolderChange {
  return {
    holder,
    ...(holder === "person" && operator && { name: operator.name }),
    at: new Date(since ?? beganAt).toISOString(),
  };
}

/** Who holds a chat after each event. */
const holderAfter: Readonly<Record<ChatEventType, ChatHolder>> = {
  waiting: "waiting",
  joined: "person",
  assigned: "person",
  left: "waiting",
  handed_back: "agent",
  back_to_assistant: "agent",
  nobody: "agent",
  silent: "agent",
  closed: "agent",
};

/** What an event changed. */
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
