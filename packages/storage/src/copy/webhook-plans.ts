import type { Tables } from "../schema/tables.ts";
import type { TablePlan } from "./table-plan.ts";

/** Webhooks come last: as long as there are none, the triggers of the copied chats write nothing for them. */
export const webhookPlans: {
  readonly [Name in "webhook_deliveries" | "webhooks"]: TablePlan<Tables[Name]>;
} = {
  webhook_deliveries: {
    columns: {
      id: "text",
      webhook_id: "text",
      type: "text",
      at: "bigint",
      session_id: "text",
      agent_id: "text",
      subject: "text",
      detail: "text",
      name: "text",
      state: "text",
      tries: "text",
      tried: "bigint",
      next_at: "bigint",
      claimed_until: "bigint",
    },
    key: ["id"],
  },
  webhooks: {
    columns: {
      id: "text",
      url: "text",
      format: "text",
      events: "text",
      agents: "text",
      text: "bigint",
      enabled: "bigint",
      secret: "text",
      created_at: "bigint",
      revision: "bigint",
    },
    key: ["id"],
  },
};
