import type { Operations } from "@servicechat/operations";
import { ofNoAgent, type Case } from "./operation-case.ts";

/** The cases of drafts of agent files. */
export const draftCases: Record<keyof Operations["drafts"], Case> = {
  list: ofNoAgent({ limit: 10 }),
  find: { input: (agent) => ({ agent }), outside: "agent_not_found" },
  save: { input: (agent) => ({ agent, file: "id: a" }), outside: "agent_not_found" },
  remove: { input: (agent) => ({ agent }), outside: "agent_not_found" },
};
