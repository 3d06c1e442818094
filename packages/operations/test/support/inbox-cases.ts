import type { Operations } from "@servicechat/operations";
import type { Case } from "./operation-case.ts";

/** Operations on chats between agents and people. */
export const handoffCases: Record<keyof Operations["handoff"], Case> = {
  take: { input: (agent) => ({ id: `chat${agent}` }), outside: "chat_not_found" },
  say: { input: (agent) => ({ id: `chat${agent}`, text: "Hello" }), outside: "chat_not_found" },
  note: { input: (agent) => ({ id: `chat${agent}`, text: "A note" }), outside: "chat_not_found" },
  assign: { input: (agent) => ({ id: `chat${agent}`, operator: "op1" }), outside: "chat_not_found" },
  handBack: { input: (agent) => ({ id: `chat${agent}` }), outside: "chat_not_found" },
  close: { input: (agent) => ({ id: `chat${agent}` }), outside: "chat_not_found" },
  done: { input: (agent) => ({ id: `chat${agent}` }), outside: "chat_not_found" },
  toDraft: { input: (agent) => ({ id: `chat${agent}` }), outside: "chat_not_found" },
  type: { input: (agent) => ({ id: `chat${agent}` }), outside: "chat_not_found" },
  present: { input: (agent) => ({ id: `chat${agent}` }), outside: "chat_not_found" },
  colleagues: { input: (agent) => ({ agent }), outside: "agent_not_found" },
};

/** Operations on the order that operators keep among chats. */
export const deskCases: Record<keyof Operations["desk"], Case> = {
  tags: { input: () => ({}), outside: "nothing" },
  tag: { input: (agent) => ({ id: `chat${agent}`, add: ["Refund"] }), outside: "chat_not_found" },
  snooze: { input: (agent) => ({ id: `chat${agent}`, until: null }), outside: "chat_not_found" },
  see: {
    input: (agent) => ({ id: `chat${agent}`, message: `msg_chat${agent}` }),
    outside: "chat_not_found",
  },
};
