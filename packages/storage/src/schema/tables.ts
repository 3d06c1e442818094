import type { Generated } from "kysely";
import type { AgentRow } from "../agents/agent-row.ts";
import type { ApprovedAnswerRow } from "../approved-answers/approved-answer-row.ts";
import type { AlertMailRow, AlertRoundRow, WaitingAlertRow } from "../alerts/alert-tables.ts";
import type { CannedAnswerRow } from "../canned-answers/canned-answer-row.ts";
import type { ChatChangeRow, ChatRow, ChatTextRow, ChatTurnRow } from "../chat-index/chat-index-tables.ts";
import type { UsageCountRow } from "../usage/usage-tables.ts";
import type {
  ApiTokenRow,
  AuditRow,
  OperatorRow,
  OperatorSessionRow,
  PasskeyChallengeRow,
  PasskeyRow,
  SignInAttemptRow,
  SignInLinkRow,
} from "../operators/operator-tables.ts";
import type { ChatEventRow, ChatNoteRow, HandoffRow } from "../handoffs/handoff-tables.ts";
import type { MessageRow, ReplyRow, SessionRow } from "../conversations/conversation-tables.ts";
import type { AgentVersionRow } from "../agent-versions/agent-version-row.ts";
import type { KeyRow } from "../keys/key-row.ts";
import type { ReplyFlagRow } from "../flags/reply-flag-row.ts";
import type { GapQuestionRow, GapRow } from "../gaps/gap-tables.ts";
import type { KeySiteRow } from "../key-sites/key-site-row.ts";
import type { AgentTestsRow, TestRunRow } from "../agent-tests/agent-test-tables.ts";
import type { PriceRow } from "../prices/price-row.ts";
import type { PushSubscriptionRow } from "../push/push-subscription-row.ts";
import type { MailedAddressRow, VisitorMailRow } from "../visitor-mail/visitor-mail-row.ts";
import type { WebhookDeliveryRow, WebhookRow } from "../webhooks/webhook-tables.ts";

export type {
  MessageRow,
  ReplyRow,
  SessionRow,
  ToldReplyColumns,
} from "../conversations/conversation-tables.ts";

/** A row in which the database fills in these columns, where nothing is said. */
type WithDefaults<Row, Names extends keyof Row> = {
  [Name in keyof Row]: Name extends Names ? Generated<Row[Name]> : Row[Name];
};

/** Every table, as the shared queries see it. Times are milliseconds since 1970; lists and objects lie as JSON text. */
export interface Tables {
  agents: WithDefaults<AgentRow, "answers_revision" | "deleted">;
  agent_versions: AgentVersionRow;
  keys: KeyRow;
  key_sites: KeySiteRow;
  operators: WithDefaults<OperatorRow, "available" | "email" | "mail_alerts" | "present_at">;
  push_subscriptions: PushSubscriptionRow;
  sign_in_links: SignInLinkRow;
  operator_sessions: OperatorSessionRow;
  passkeys: PasskeyRow;
  passkey_challenges: PasskeyChallengeRow;
  api_tokens: ApiTokenRow;
  audit: AuditRow;
  sign_in_attempts: SignInAttemptRow;
  canned_answers: CannedAnswerRow;
  approved_answers: ApprovedAnswerRow;
  sessions: WithDefaults<
    SessionRow,
    "holder" | "epoch" | "taken_epoch" | "held_since" | "operator_id" | "operator_name" | "erased"
  >;
  messages: MessageRow;
  replies: WithDefaults<ReplyRow, "author" | "author_id" | "author_name" | "asked_key" | "epoch">;
  reply_facts: ReplyFactsRow;
  questions: QuestionRow;
  files: FileRow;
  idempotency: IdempotencyRow;
  daily_use: DailyUseRow;
  reservations: ReservationRow;
  daily_refusals: DailyRefusalsRow;
  usage_counts: UsageCountRow;
  chats: ChatRow;
  chat_changes: ChatChangeRow;
  chat_turns: ChatTurnRow;
  chat_texts: ChatTextRow;
  chat_counters: { name: string; value: string };
  handoffs: WithDefaults<
    HandoffRow,
    "language" | "page" | "seen_at" | "present_at" | "mailed_at" | "mailed_turn" | "address_at" | "done_at"
  >;
  visitor_mails: VisitorMailRow;
  mailed_addresses: MailedAddressRow;
  chat_events: ChatEventRow;
  chat_notes: ChatNoteRow;
  waiting_alerts: WithDefaults<WaitingAlertRow, "pushed_at">;
  alert_mails: AlertMailRow;
  alert_rounds: AlertRoundRow;
  reply_flags: ReplyFlagRow;
  gaps: GapRow;
  gap_questions: GapQuestionRow;
  prices: PriceRow;
  /** Values are JSON. */
  settings: { name: string; value: string; revision: number };
  notes: { name: string; value: string };
  documents: DocumentRow;
  passages: PassageRow;
  crawls: CrawlRow;
  pages: PageRow;
  passage_vectors: PassageVectorRow;
  wordings: WordingRow;
  vector_changes: { agent_id: string; number: number };
  agent_tests: AgentTestsRow;
  test_runs: TestRunRow;
  webhooks: WebhookRow;
  webhook_deliveries: WebhookDeliveryRow;
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

/** A question that the reply of a turn asked. Its answer lies here, so that a reply still being written cannot overwrite it. */
export interface QuestionRow {
  session_id: string;
  id: string;
  turn: number;
  /** `null` while it is open. */
  answer: string | null;
}

/** A file that a visitor sent, or an image that a tool made. */
export interface FileRow {
  id: string;
  session_id: string;
  /** `upload` or `image`. */
  kind: string;
  name: string;
  media_type: string;
  /** In bytes. */
  size: number;
  /** In pixels, of images. */
  width: number | null;
  height: number | null;
  alt: string;
  /** Its text, as far as it could be read. */
  text: string | null;
  created_at: number;
  /** `null` while no message has brought it along. */
  sent_at: number | null;
  /** The key it came with, and the hash of the address, until a message has claimed it. */
  key_id: string | null;
  address: string | null;
  bytes: Uint8Array;
}

/** The turn that an agent's Idempotency-Key identifies. */
interface IdempotencyRow {
  agent_id: string;
  key: string;
  body_hash: string;
  session_id: string;
  turn: number;
  reply_id: string;
  expires_at: number;
}

/** The use of a key with a budget on one day, in output tokens. */
export interface DailyUseRow {
  key_id: string;
  /** The day's first moment in UTC. */
  day: number;
  /** By replies that have ended. */
  used: number;
  /** Set aside for replies that have not: the sum of their reservations. */
  reserved: number;
  /** 0 or 1: whether a turn was refused since the budget was used up. */
  refused: number;
}

/** A reply's reservation until it ends. It counts for the day on which its turn was accepted. */
export interface ReservationRow {
  reply_id: string;
  key_id: string;
  day: number;
  /** Id of the node that writes the reply. */
  node: string;
  /** Set aside; 0 once the reply is taken for lost. */
  tokens: number;
  /** Counted as used already, when it was taken for lost. */
  charged: number;
}

/** Requests of a key that were refused on one day, by the limit that refused them. */
export interface DailyRefusalsRow {
  key_id: string;
  /** The day's first moment in UTC. */
  day: number;
  by_key: number;
  by_address: number;
}

/** A file or page that was read, as `DocumentRecord` has it. */
export interface DocumentRow {
  id: string;
  agent_id: string;
  source: string;
  location: string;
  title: string;
  url: string | null;
  fingerprint: string;
  read_at: number;
}

/** A piece of a document. */
interface PassageRow {
  id: Generated<number>;
  document_id: string;
  agent_id: string;
  headings: string;
  anchor: string | null;
  text: string;
  /** Hidden words of the headings, then the wordings with their own, with spaces between. */
  heading_terms: string;
  /** The same of the text. */
  text_terms: string;
}

/** The vector of a passage for ranking by meaning. */
interface PassageVectorRow {
  passage_id: number;
  agent_id: string;
  /** Identity of the model that made it. */
  model: string;
  /** Numbers of four bytes each. */
  vector: Uint8Array;
}

/** One of the ways in which people ask what the section of a passage answers. */
interface WordingRow {
  id: Generated<number>;
  passage_id: number;
  agent_id: string;
  text: string;
  /** Identity of the model that made the vector; `null` while there is none. */
  model: string | null;
  /** Numbers of four bytes each. */
  vector: Uint8Array | null;
}

/** How far the reading of an agent's web sources is. */
interface CrawlRow {
  agent_id: string;
  /** The one that is not finished; `null` when none is open. */
  run: string | null;
  started_at: number | null;
  finished_at: number | null;
  /** The current holder; `null` if there is none. */
  holder: string | null;
  /** Until then the holder is believed to be at it. */
  held_until: number;
}

/** The state of a web address, as in `PageRecord`. */
export interface PageRow {
  agent_id: string;
  address: string;
  source: string;
  run: string;
  location: string | null;
  hash: string | null;
  etag: string | null;
  last_modified: string | null;
  links: string;
}
