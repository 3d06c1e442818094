import type { Tables } from "../schema/tables.ts";
import type { TablePlan } from "./table-plan.ts";

/** Tests of agents. */
export const agentTestPlans: { readonly [Name in "agent_tests" | "test_runs"]: TablePlan<Tables[Name]> } = {
  agent_tests: {
    columns: { agent_id: "text", file: "text", revision: "bigint", changed_at: "bigint" },
    key: ["agent_id"],
  },
  test_runs: {
    columns: {
      agent_id: "text",
      number: "bigint",
      at: "bigint",
      version: "bigint",
      model: "text",
      passed: "bigint",
      failed: "bigint",
      author_kind: "text",
      author_name: "text",
      results: "text",
    },
    key: ["agent_id", "number"],
  },
};
