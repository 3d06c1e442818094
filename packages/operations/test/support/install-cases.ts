import type { Operations } from "@servicechat/operations";
import { ofNoAgent, type Case } from "./operation-case.ts";

/** The cases of drafts of agent files. */
export const draftCases: Record<keyof Operations["drafts"], Case> = {
  list: ofNoAgent({ limit: 10 }),
  find: { input: (agent) => ({ agent }), outside: "agent_not_found" },
  save: { input: (agent) => ({ agent, file: "id: a" }), outside: "agent_not_found" },
  remove: { input: (agent) => ({ agent }), outside: "agent_not_found" },
};

/** The cases of reading a key, its sites and its tag, and of the page that it is on. */
export const keyCases: Record<"find" | "sites" | "open" | "check", Case> = {
  find: { input: (agent) => ({ id: `key${agent}` }), outside: "key_not_found" },
  sites: { input: (agent) => ({ id: `key${agent}` }), outside: "key_not_found" },
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
