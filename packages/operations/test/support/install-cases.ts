import type { Operations } from "@servicechat/operations";
import { ofNoAgent, type Case } from "./operation-case.ts";

/** The cases of drafts of agent files. */
export const draftCases: Record<keyof Operations["drafts"], Case> = {
  list: ofNoAgent({ limit: 10 }),
  find: { input: (agent) => ({ agent }), outside: "agent_not_found" },
  save: { input: (agent) => ({ agent, file: "id: a" }), outside: "agent_not_found" },
  remove: { input: (agent) => ({ agent }), outside: "agent_not_found" },
};

/** How each operation on one key is called. */
export const keyCases: Record<Exclude<keyof Operations["keys"], "list">, Case> = {
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
  create: {
    input: (agent) => ({ agent, allowed: ["a.example"], name: "", rateLimit: 60, serverSide: false }),
    outside: "agent_not_found",
  },
  change: { input: (agent) => ({ id: `key${agent}`, rateLimit: 5 }), outside: "key_not_found" },
  allow: { input: (agent) => ({ id: `key${agent}`, pattern: "b.example" }), outside: "key_not_found" },
  disallow: {
    input: (agent) => ({ id: `key${agent}`, pattern: "shop.example" }),
    outside: "key_not_found",
  },
  revoke: { input: (agent) => ({ id: `key${agent}` }), outside: "key_not_found" },
  rotate: { input: (agent) => ({ id: `key${agent}` }), outside: "key_not_found" },
};
