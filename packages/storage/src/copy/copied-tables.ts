import type { Selectable } from "kysely";
import type { Tables } from "../schema/tables.ts";
import { chatPlans } from "./chat-plans.ts";
import { gapPlans } from "./gap-plans.ts";
import { operatorPlans } from "./operator-plans.ts";
import type { TablePlan } from "./table-plan.ts";
import { agentTestPlans } from "./agent-test-plans.ts";
import { webhookPlans } from "./webhook-plans.ts";

/**
 * One row of any table, its values in the order of the table's columns: integers as decimal digits, text as it is,
 * bytes as hexadecimal digits in upper case.
 */
export type Row = readonly (string | null)[];

/** A table as the copy sees it. */
export interface CopiedTable {
  readonly name: string;
  /** Every column, with what PostgreSQL binds it as. */
  readonly columns: Readonly<Record<string, ColumnKind>>;
  /** The columns of the primary key. */
  readonly key: readonly string[];
}

/** The type of a column's values, in PostgreSQL's words. */
export type ColumnKind = "text" | "bigint" | "bytea";

/** The compiler refuses a table or a column that is missing here. Parents come before what hangs on them. */
const plans: { readonly [Name in keyof Tables]: TablePlan<Selectable<Tables[Name]>> } = {
  agents: {
    columns: {
      id: "text",
      definition: "text",
      base_directory: "text",
      created_at: "bigint",
      updated_at: "bigint",
      version: "bigint",
    },
    key: ["id"],
  },
  agent_versions: {
    columns: {
      agent_id: "text",
      version: "bigint",
      at: "bigint",
      author_kind: "text",
      author_name: "text",
      note: "text",
      file: "text",
      definition: "text",
      base_directory: "text",
    },
    key: ["agent_id", "version"],
  },
  keys: {
    columns: {
      id: "text",
      agent_id: "text",
      name: "text",
      secret_hash: "text",
      last_four: "text",
      allowed: "text",
      rate_limit: "bigint",
      server_side: "bigint",
      created_at: "bigint",
      revoked_at: "bigint",
      replaces: "text",
    },
    key: ["id"],
  },
  key_sites: {
    columns: { key_id: "text", origin: "text", admitted: "bigint", refused: "bigint", last_at: "bigint" },
    key: ["key_id", "origin"],
  },
  ...operatorPlans,
  sessions: {
    columns: {
      id: "text",
      agent_id: "text",
      token_hash: "text",
      created_at: "bigint",
      last_active_at: "bigint",
      turns: "bigint",
      holder: "text",
      epoch: "bigint",
      taken_epoch: "bigint",
      held_since: "bigint",
      operator_id: "text",
      operator_name: "text",
    },
    key: ["id"],
  },
  messages: {
    columns: {
      id: "text",
      session_id: "text",
      turn: "bigint",
      position: "bigint",
      content: "text",
      parts: "text",
      created_at: "bigint",
    },
    key: ["id"],
  },
  replies: {
    columns: {
      id: "text",
      session_id: "text",
      turn: "bigint",
      status: "text",
      content: "text",
      parts: "text",
      transcript: "text",
      failure: "text",
      truncated: "bigint",
      created_at: "bigint",
      node: "text",
      rating: "text",
      comment: "text",
      rated_at: "bigint",
      replaced: "bigint",
      details: "text",
      author: "text",
      author_id: "text",
      author_name: "text",
      asked_key: "text",
      epoch: "bigint",
    },
    key: ["id"],
  },
  reply_facts: {
    columns: {
      id: "bigint",
      reply_id: "text",
      agent_id: "text",
      key_id: "text",
      model: "text",
      asked_at: "bigint",
      tokens_in: "bigint",
      tokens_out: "bigint",
      unanswered: "bigint",
      version: "bigint",
      tokens_cached: "bigint",
      first_text_ms: "bigint",
      total_ms: "bigint",
      best_score: "bigint",
      finish: "text",
      language: "text",
      marks: "text",
      tools_ok: "bigint",
      tools_failed: "bigint",
      counted: "bigint",
    },
    key: ["id"],
  },
  questions: {
    columns: { session_id: "text", id: "text", turn: "bigint", answer: "text" },
    key: ["session_id", "id"],
  },
  files: {
    columns: {
      id: "text",
      session_id: "text",
      kind: "text",
      name: "text",
      media_type: "text",
      size: "bigint",
      width: "bigint",
      height: "bigint",
      alt: "text",
      text: "text",
      created_at: "bigint",
      sent_at: "bigint",
      key_id: "text",
      address: "text",
      bytes: "bytea",
    },
    key: ["id"],
  },
  idempotency: {
    columns: {
      agent_id: "text",
      key: "text",
      body_hash: "text",
      session_id: "text",
      turn: "bigint",
      reply_id: "text",
      expires_at: "bigint",
    },
    key: ["agent_id", "key"],
  },
  daily_use: {
    columns: { key_id: "text", day: "bigint", used: "bigint", reserved: "bigint", refused: "bigint" },
    key: ["key_id", "day"],
  },
  reservations: {
    columns: {
      reply_id: "text",
      key_id: "text",
      day: "bigint",
      node: "text",
      tokens: "bigint",
      charged: "bigint",
    },
    key: ["reply_id"],
  },
  daily_refusals: {
    columns: { key_id: "text", day: "bigint", by_key: "bigint", by_address: "bigint" },
    key: ["key_id", "day"],
  },
  usage_counts: {
    columns: { hour: "bigint", agent_id: "text", key_id: "text", name: "text", amount: "bigint" },
    key: ["hour", "agent_id", "key_id", "name"],
  },
  ...chatPlans,
  ...gapPlans,
  notes: { columns: { name: "text", value: "text" }, key: ["name"] },
  documents: {
    columns: {
      id: "text",
      agent_id: "text",
      source: "text",
      location: "text",
      title: "text",
      url: "text",
      fingerprint: "text",
      read_at: "bigint",
    },
    key: ["id"],
  },
  passages: {
    columns: {
      id: "bigint",
      document_id: "text",
      agent_id: "text",
      headings: "text",
      anchor: "text",
      text: "text",
      heading_terms: "text",
      text_terms: "text",
    },
    key: ["id"],
  },
  crawls: {
    columns: {
      agent_id: "text",
      run: "text",
      started_at: "bigint",
      finished_at: "bigint",
      holder: "text",
      held_until: "bigint",
    },
    key: ["agent_id"],
  },
  pages: {
    columns: {
      agent_id: "text",
      address: "text",
      source: "text",
      run: "text",
      location: "text",
      hash: "text",
      etag: "text",
      last_modified: "text",
      links: "text",
    },
    key: ["agent_id", "address"],
  },
  passage_vectors: {
    columns: { passage_id: "bigint", agent_id: "text", model: "text", vector: "bytea" },
    key: ["passage_id"],
  },
  wordings: {
    columns: {
      id: "bigint",
      passage_id: "bigint",
      agent_id: "text",
      text: "text",
      model: "text",
      vector: "bytea",
    },
    key: ["id"],
  },
  vector_changes: { columns: { agent_id: "text", number: "bigint" }, key: ["agent_id"] },
  ...agentTestPlans,
  ...webhookPlans,
};

/** Every table, in the order in which it can be filled. */
export const copiedTables: readonly CopiedTable[] = Object.entries(plans).map(([name, plan]) => ({
  name,
  ...plan,
}));
