import type { ExpressionBuilder } from "kysely";
import type { Tables } from "../schema/tables.ts";
import type { WebhookRow } from "./webhook-tables.ts";

/** The event that is about no chat: the weekly letter. */
export const toldWeek = "week.ended";

/** The deliveries that a webhook hears of as it is now: it may have been changed since they were written. */
export function hearsOf({ events, agents }: Pick<WebhookRow, "events" | "agents">) {
  return (delivery: ExpressionBuilder<Tables, "webhook_deliveries">) =>
    delivery.and([
      delivery("type", "in", JSON.parse(events)),
      ...(agents === null
        ? []
        : [
            // A letter is about the agents that the webhook hears of when it is sent.
            delivery.or([delivery("agent_id", "in", JSON.parse(agents)), delivery("type", "=", toldWeek)]),
          ]),
    ]);
}
