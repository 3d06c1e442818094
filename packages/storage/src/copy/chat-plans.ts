import type { Selectable } from "kysely";
import type { Tables } from "../schema/tables.ts";
import type { TablePlan } from "./table-plan.ts";

type Name =
  | "chats"
  | "chat_changes"
  | "chat_texts"
  | "chat_counters"
  | "handoffs"
  | "chat_events"
  | "chat_notes"
  | "waiting_alerts"
  | "visitor_mails"
  | "mailed_addresses"
  | "alert_mails";

/** The tables of what operators list of chats, and of people who take part in them. */
export const chatPlans: { readonly [Each in Name]: TablePlan<Selectable<Tables[Each]>> } = {
  chats: {
    columns: {
      id: "text",
      number: "bigint",
      agent_id: "text",
      key_id: "text",
      started_at: "bigint",
      last_at: "bigint",
      messages: "bigint",
      first: "text",
      last: "text",
      holder: "text",
      outcome: "text",
      rating: "text",
      marks: "text",
      language: "text",
      versions: "text",
      user_id: "text",
      user_name: "text",
      counted: "text",
      revision: "bigint",
      operator_id: "text",
      operator_name: "text",
      epoch: "bigint",
      handoff: "text",
      address_since: "bigint",
    },
    key: ["id"],
  },
  chat_changes: { columns: { id: "bigint", session_id: "text", turn: "bigint" }, key: ["id"] },
  chat_texts: {
    columns: { id: "bigint", session_id: "text", block: "bigint", text: "text" },
    key: ["id"],
  },
  chat_counters: { columns: { name: "text", value: "text" }, key: ["name"] },
  handoffs: {
    columns: {
      session_id: "text",
      asked_by: "text",
      reason: "text",
      summary: "text",
      email: "text",
      since: "bigint",
      person_at: "bigint",
      returned_turn: "bigint",
      key_id: "text",
      language: "text",
      page: "text",
      seen_at: "bigint",
      present_at: "bigint",
      mailed_at: "bigint",
      mailed_turn: "bigint",
      address_at: "bigint",
      done_at: "bigint",
    },
    key: ["session_id"],
  },
  chat_events: {
    columns: {
      id: "text",
      session_id: "text",
      turn: "bigint",
      position: "bigint",
      at: "bigint",
      epoch: "bigint",
      type: "text",
      name: "text",
      after_id: "text",
    },
    key: ["id"],
  },
  chat_notes: {
    columns: {
      id: "text",
      session_id: "text",
      turn: "bigint",
      position: "bigint",
      at: "bigint",
      text: "text",
      operator_id: "text",
      operator_name: "text",
    },
    key: ["id"],
  },
  waiting_alerts: {
    columns: { session_id: "text", noted_at: "bigint", mailed_at: "bigint", pushed_at: "bigint" },
    key: ["session_id"],
  },
  alert_mails: {
    columns: {
      session_id: "text",
      operator_id: "text",
      at: "bigint",
      hour_at: "bigint",
      in_hour: "bigint",
    },
    key: ["session_id", "operator_id"],
  },
  mailed_addresses: {
    columns: { mail_id: "text", address_hash: "text", at: "bigint" },
    key: ["mail_id"],
  },
  visitor_mails: {
    columns: {
      id: "text",
      session_id: "text",
      created_at: "bigint",
      since: "bigint",
      after_turn: "bigint",
      last_turn: "bigint",
      state: "text",
      tried: "bigint",
      next_at: "bigint",
      claimed_until: "bigint",
      link_hash: "text",
      sealed_link: "text",
      expires_at: "bigint",
      used_at: "bigint",
    },
    key: ["id"],
  },
};
