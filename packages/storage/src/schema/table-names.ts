import type { Tables } from "./tables.ts";

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

/** Parents come before the tables that refer to them. The compiler refuses a table that is missing here. */
const order: { readonly [Name in keyof Tables]: true } = {
  agents: true,
  agent_versions: true,
  agent_drafts: true,
  keys: true,
  key_sites: true,
  operators: true,
  sign_in_links: true,
  operator_sessions: true,
  passkeys: true,
  operator_faces: true,
  passkey_challenges: true,
  api_tokens: true,
  audit: true,
  sign_in_attempts: true,
  canned_answers: true,
  push_subscriptions: true,
  alert_rounds: true,
  prices: true,
  settings: true,
  secrets: true,
  sessions: true,
  messages: true,
  replies: true,
  reply_facts: true,
  questions: true,
  files: true,
  idempotency: true,
  daily_use: true,
  reservations: true,
  daily_refusals: true,
  usage_counts: true,
  chats: true,
  chat_changes: true,
  chat_turns: true,
  chat_texts: true,
  chat_counters: true,
  handoffs: true,
  chat_events: true,
  chat_notes: true,
  chat_tags: true,
  chat_snoozes: true,
  chat_seen: true,
  waiting_alerts: true,
  alert_mails: true,
  mailed_addresses: true,
  visitor_mails: true,
  gaps: true,
  gap_questions: true,
  reply_flags: true,
  approved_answers: true,
  notes: true,
  documents: true,
  passages: true,
  uploaded_documents: true,
  document_contents: true,
  document_pieces: true,
  document_totals: true,
  crawls: true,
  syncs: true,
  source_failures: true,
  pages: true,
  passage_vectors: true,
  wordings: true,
  vector_changes: true,
  agent_tests: true,
  test_runs: true,
  webhook_deliveries: true,
  webhooks: true,
};

/** The name of every table, in the order in which they can be filled. */
export const copiedTables: readonly string[] = Object.keys(order);
