import type { Operations } from "@servicechat/operations";
import { ofNoAgent, type Case } from "./operation-case.ts";

/** The cases of drafts of agent files. */
export const draftCases: Record<keyof Operations["drafts"], Case> = {
  list: ofNoAgent({ limit: 10 }),
  find: { input: (agent) => ({ agent }), outside: "agent_not_found" },
  save: { input: (agent) => ({ agent, file: "id: a" }), outside: "agent_not_found" },
  remove: { input: (agent) => ({ agent }), outside: "agent_not_found" },
};

/** The cases of a key's tag and of the page that it is on. */
export const keyCases: Record<"open" | "check", Case> = {
  open: { input: (agent) => ({ id: `key${agent}` }), outside: "key_not_found" },
  check: {
    input: (agent) => ({
      id: `key${agent}`,
      url: "https://shop.example/",
      publicUrl: "https://chat.example",
    }),
    outside: "key_not_found",
  },
};
