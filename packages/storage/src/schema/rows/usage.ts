import type { Generated } from "kysely";

/** The counts of one hour, agent and key. The names are those of `usage-counts.ts`. */
export interface UsageCountRow {
  /** The hour's first moment. */
  hour: number;
  agent_id: string;
  /** Empty when no key is known. */
  key_id: string;
  name: string;
  amount: number;
}

/** The counts of a reply that has ended. They remain when the chat is erased. */
export interface ReplyFactsRow {
  id: Generated<number>;
  /** `null` once the reply is erased. */
  reply_id: string | null;
  agent_id: string;
  key_id: string;
  model: string;
  asked_at: number;
  tokens_in: number;
  tokens_out: number;
  /** 0 or 1. */
  unanswered: number;
  version: number | null;
  tokens_cached: Generated<number>;
  first_text_ms: number | null;
  total_ms: number | null;
  /** Of its searches, in thousandths; `null` when it did not search. */
  best_score: number | null;
  finish: string | null;
  language: string | null;
  marks: Generated<string>;
  tools_ok: Generated<number>;
  tools_failed: Generated<number>;
  /** What it adds to `usage_counts`, as JSON by name; `null` once it is in there. */
  uncounted: string | null;
}

/** A row of the table `prices`: what a million tokens cost, in millionths of the currency's unit. */
export interface PriceRow {
  id: string;
  model: string;
  /** The first moment of a day in UTC. */
  from_day: number;
  /** As ISO 4217 has it. */
  currency: string;
  input: number;
  output: number;
  /** `null` where tokens from the provider's cache cost what others do. */
  cached: number | null;
  created_at: number;
}
