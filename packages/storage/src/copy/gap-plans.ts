import type { Tables } from "../schema/tables.ts";
import type { TablePlan } from "./table-plan.ts";

/** The tables of what visitors asked and did not get, and of what people have answered, in the order in which they can be filled. */
export const gapPlans: {
  readonly [Name in "gaps" | "gap_questions" | "reply_flags" | "approved_answers"]: TablePlan<Tables[Name]>;
} = {
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
      proof: "text",
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
  reply_flags: {
    columns: {
      reply_id: "text",
      reason: "text",
      right_answer: "text",
      flagged_by: "text",
      at: "bigint",
    },
    key: ["reply_id"],
  },
  approved_answers: {
    columns: {
      id: "text",
      agent_id: "text",
      text: "text",
      questions: "text",
      verbatim: "bigint",
      owner: "text",
      review_on: "text",
      hits: "bigint",
      last_hit_at: "bigint",
      created_at: "bigint",
      changed_at: "bigint",
      changed_by: "text",
      revision: "bigint",
    },
    key: ["id"],
  },
};
