import type { Selectable } from "kysely";
import type { Tables } from "../schema/tables.ts";
import type { TablePlan } from "./table-plan.ts";

type OperatorTable =
  | "operators"
  | "sign_in_links"
  | "operator_sessions"
  | "passkeys"
  | "passkey_challenges"
  | "api_tokens"
  | "audit"
  | "sign_in_attempts"
  | "canned_answers"
  | "alert_rounds"
  | "prices"
  | "settings"
  | "push_subscriptions";

/** Tables of the people who work with the console, in the order in which they can be filled. */
export const operatorPlans: { readonly [Name in OperatorTable]: TablePlan<Selectable<Tables[Name]>> } = {
  operators: {
    columns: {
      id: "text",
      name: "text",
      name_key: "text",
      display_name: "text",
      role: "text",
      agents: "text",
      state: "text",
      created_at: "bigint",
      last_seen_at: "bigint",
      revision: "bigint",
      password_hash: "text",
      available: "bigint",
      email: "text",
      mail_alerts: "bigint",
      present_at: "bigint",
    },
    key: ["id"],
  },
  sign_in_links: {
    columns: { token_hash: "text", operator_id: "text", expires_at: "bigint" },
    key: ["token_hash"],
  },
  operator_sessions: {
    columns: {
      id: "text",
      operator_id: "text",
      token_hash: "text",
      created_at: "bigint",
      last_seen_at: "bigint",
      browser: "text",
      confirmed_at: "bigint",
    },
    key: ["id"],
  },
  passkeys: {
    columns: {
      credential_id: "text",
      operator_id: "text",
      public_key: "bytea",
      counter: "bigint",
      transports: "text",
      name: "text",
      created_at: "bigint",
      last_used_at: "bigint",
    },
    key: ["credential_id"],
  },
  passkey_challenges: {
    columns: { challenge: "text", purpose: "text", operator_id: "text", expires_at: "bigint" },
    key: ["challenge"],
  },
  api_tokens: {
    columns: {
      id: "text",
      secret_hash: "text",
      name: "text",
      role: "text",
      agents: "text",
      operator_id: "text",
      created_by_kind: "text",
      created_by_id: "text",
      created_by_name: "text",
      created_at: "bigint",
      expires_at: "bigint",
      last_used_at: "bigint",
      revoked_at: "bigint",
    },
    key: ["id"],
  },
  audit: {
    columns: {
      id: "text",
      at: "bigint",
      who_kind: "text",
      who_id: "text",
      who_name: "text",
      what: "text",
      on_kind: "text",
      on_id: "text",
      address: "text",
    },
    key: ["id"],
  },
  sign_in_attempts: {
    columns: { kind: "text", hash: "text", misses: "bigint", last_at: "bigint" },
    key: ["kind", "hash"],
  },
  canned_answers: {
    columns: {
      id: "text",
      name: "text",
      name_key: "text",
      text: "text",
      agents: "text",
      created_at: "bigint",
      revision: "bigint",
    },
    key: ["id"],
  },
  push_subscriptions: {
    columns: {
      id: "text",
      operator_id: "text",
      session_id: "text",
      sealed: "text",
      browser: "text",
      created_at: "bigint",
      last_at: "bigint",
    },
    key: ["id"],
  },
  alert_rounds: {
    columns: { name: "text", at: "bigint", hour_at: "bigint", in_hour: "bigint" },
    key: ["name"],
  },
  prices: {
    columns: {
      id: "text",
      model: "text",
      from_day: "bigint",
      currency: "text",
      input: "bigint",
      output: "bigint",
      cached: "bigint",
      created_at: "bigint",
    },
    key: ["id"],
  },
  settings: { columns: { name: "text", value: "text", revision: "bigint" }, key: ["name"] },
};
