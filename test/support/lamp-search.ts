import type { StartOptions } from "./start-service.ts";

/** An agent that searches for lamps in its knowledge, whatever it is asked, and then says "Found.". */
export const lampSearch: StartOptions = {
  agent: { tools: ["search_knowledge"], knowledge: [{ files: "./none/*.md" }] },
  script: ({ messages }) =>
    messages.at(-1)?.role === "tool" ? ["Found."] : [{ tool: "search_knowledge", input: { query: "lamps" } }],
};
