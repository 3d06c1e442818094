import type { Tables } from "../schema/tables.ts";
import type { TablePlan } from "./table-plan.ts";

/** The tables of what visitors asked and did not get, in the order in which they can be filled. */
export const gapPlans: { readonly [Name in "gaps" | "gap_questions"]: TablePlan<Tables[Name]> } = {
  gaps: {
    columns: {
      id: "text",
      agent_id: "text",
      state: "text",
      opened_at: "bigint",
      changed_at: "bigint",
      closed_by: "text",
      changed_by: "text",
      checked: "text",
    },
    key: ["id"],
  },
  gap_questions: {
    columns: {
      reply_id: "text",
      session_id: "text",
      agent_id: "text",
      at: "bigint",
      question: "text",
      marks: "text",
      nearest: "text",
      score: "bigint",
      gap_id: "text",
      vector_model: "text",
      vector: "text",
    },
    key: ["reply_id"],
  },
};
