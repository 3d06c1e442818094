import type { Operations } from "@servicechat/operations";
import type { Case } from "./operation-case.ts";

const page = { limit: 10 };
const pathOf = (agent: string) => ({ agent, path: "a.md" });

/** How each operation on uploaded documents is called. */
export const documentCases: Record<keyof Operations["documents"], Case> = {
  list: { input: (agent) => ({ agent, ...page }), outside: "agent_not_found" },
  read: { input: pathOf, outside: "agent_not_found" },
  file: { input: pathOf, outside: "agent_not_found" },
  passages: { input: pathOf, outside: "agent_not_found" },
  put: {
    input: (agent) => ({
      agent,
      path: "b.md",
      receive: async () => ({ bytes: Buffer.from("# B"), sha256: "1".repeat(64) }),
    }),
    outside: "agent_not_found",
  },
  change: { input: (agent) => ({ ...pathOf(agent), title: "A" }), outside: "agent_not_found" },
  remove: { input: pathOf, outside: "agent_not_found" },
};
