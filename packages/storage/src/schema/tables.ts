import type { Generated } from "kysely";
import type { AgentDraftRow, AgentRow, AgentTestsRow, AgentVersionRow, TestRunRow } from "./rows/agents.ts";
import type { ChatChangeRow, ChatRow, ChatTextRow, ChatTurnRow } from "./rows/chat-list.ts";
import type { FileRow, IdempotencyRow, MessageRow, QuestionRow, ReplyRow, SessionRow } from "./rows/chats.ts";
import type { ChatSeenRow, ChatSnoozeRow, ChatTagRow } from "./rows/desk.ts";
import type {
  DocumentContentRow,
  DocumentPieceRow,
  DocumentTotalRow,
  UploadedDocumentRow,
} from "./rows/documents.ts";
import type { GapQuestionRow, GapRow, ReplyFlagRow } from "./rows/gaps.ts";
import type { ChatEventRow, ChatNoteRow, HandoffRow } from "./rows/holders.ts";
import type { DailyRefusalsRow, DailyUseRow, KeyRow, KeySiteRow, ReservationRow } from "./rows/keys.ts";
import type {
  ApprovedAnswerRow,
  CrawlRow,
  DocumentRow,
  PageRow,
  PassageRow,
  PassageVectorRow,
  SourceFailureRow,
  SyncRow,
  WordingRow,
} from "./rows/knowledge.ts";
import type {
  AlertMailRow,
  AlertRoundRow,
  MailedAddressRow,
  PushSubscriptionRow,
  VisitorMailRow,
  WaitingAlertRow,
  WebhookDeliveryRow,
  WebhookRow,
} from "./rows/outbox.ts";
import type {
  ApiTokenRow,
  AuditRow,
  CannedAnswerRow,
  OperatorRow,
  OperatorSessionRow,
  PasskeyChallengeRow,
  OperatorFaceRow,
  PasskeyRow,
  SignInAttemptRow,
  SignInLinkRow,
} from "./rows/people.ts";
import type { SecretRow } from "./rows/service.ts";
import type { PriceRow, ReplyFactsRow, UsageCountRow } from "./rows/usage.ts";

/** A row in which the database fills in these columns, where nothing is said. */
type WithDefaults<Row, Names extends keyof Row> = {
  [Name in keyof Row]: Name extends Names ? Generated<Row[Name]> : Row[Name];
};

/** Every table, as the shared queries see it. Times are milliseconds since 1970; lists and objects lie as JSON text. */
export interface Tables {
  agents: WithDefaults<AgentRow, "answers_revision" | "deleted">;
  agent_versions: AgentVersionRow;
  agent_drafts: AgentDraftRow;
  keys: WithDefaults<KeyRow, "sealed_key">;
  key_sites: KeySiteRow;
  operators: WithDefaults<OperatorRow, "available" | "email" | "mail_alerts" | "present_at">;
  push_subscriptions: PushSubscriptionRow;
  sign_in_links: SignInLinkRow;
  operator_sessions: OperatorSessionRow;
  passkeys: PasskeyRow;
  operator_faces: OperatorFaceRow;
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
  chat_tags: ChatTagRow;
  chat_snoozes: ChatSnoozeRow;
  chat_seen: ChatSeenRow;
  waiting_alerts: WithDefaults<WaitingAlertRow, "pushed_at">;
  alert_mails: AlertMailRow;
  alert_rounds: AlertRoundRow;
  reply_flags: ReplyFlagRow;
  gaps: GapRow;
  gap_questions: GapQuestionRow;
  prices: PriceRow;
  /** Values are JSON. */
  settings: { name: string; value: string; revision: number };
  secrets: SecretRow;
  notes: { name: string; value: string };
  documents: DocumentRow;
  passages: PassageRow;
  uploaded_documents: UploadedDocumentRow;
  document_contents: DocumentContentRow;
  document_pieces: DocumentPieceRow;
  document_totals: DocumentTotalRow;
  crawls: CrawlRow;
  syncs: SyncRow;
  source_failures: SourceFailureRow;
  pages: PageRow;
  passage_vectors: PassageVectorRow;
  wordings: WordingRow;
  vector_changes: { agent_id: string; number: number };
  agent_tests: AgentTestsRow;
  test_runs: TestRunRow;
  webhooks: WebhookRow;
  webhook_deliveries: WebhookDeliveryRow;
}
