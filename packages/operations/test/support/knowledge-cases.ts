import type { Operations } from "@servicechat/operations";
import { ofNoAgent, type Case } from "./operation-case.ts";

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

/** A website to preview: nothing is there. */
const samplePreview = {
  source: { url: "https://acme.example/", depth: 0, maxPages: 1 },
  onPage: () => undefined,
  signal: new AbortController().signal,
} as const;

/** How each operation on what an agent knows is called. */
export const knowledgeCases: Record<keyof Operations["knowledge"], Case> = {
  list: { input: (agent) => ({ agent, ...page }), outside: "agent_not_found" },
  preview: ofNoAgent(samplePreview),
  progress: { input: (agent) => ({ agent }), outside: "agent_not_found" },
  stop: { input: (agent) => ({ agent }), outside: "agent_not_found" },
  sync: { input: (agent) => ({ agent }), outside: "agent_not_found" },
  passages: { input: (agent) => ({ agent, source: `doc_${agent}` }), outside: "agent_not_found" },
  search: { input: (agent) => ({ agent, query: "delivery", limit: 5 }), outside: "agent_not_found" },
  evaluate: {
    input: (agent) => ({ agent, questions: [{ question: "When?", pages: ["a.md"] }] }),
    outside: "agent_not_found",
  },
};
