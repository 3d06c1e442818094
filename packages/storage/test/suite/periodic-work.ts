import type { Storage } from "../../src/index.ts";

/** The moment at which periodic tasks look for work in these tests. */
export const now = 2_000_000_000_000;
const [hourMs, dayMs] = [3_600_000, 86_400_000];

/** Tables that grow with what visitors say: none may be read whole by what runs every few seconds. */
export const tablesOfWork = [
  "sessions",
  "chats",
  "handoffs",
  "waiting_alerts",
  "visitor_mails",
  "mailed_addresses",
  "webhook_deliveries",
  "gaps",
  "gap_questions",
] as const;

/** Tables that grow with what agents know: a revision says whether they have changed. */
export const tablesOfKnowledge = ["documents", "passages", "approved_answers"] as const;

/** The revision of what the agent knows. */
const known = "0 first";

/** Looks for everything that periodic tasks look for, and finds nothing. */
export async function lookForWork(storage: Storage): Promise<void> {
  const rules = { now, awayMs: 120_000, maxMessageAgeMs: 7 * dayMs };
  const since = { missedSince: now - hourMs, addressSince: now - dayMs };
  const never = () => {
    throw new Error("Nothing was due.");
  };
  const found = [
    ...(await storage.dueWork.find({ ...rules, ...since })),
    ...(await storage.alerts.waiting({ ...since, now })),
    ...(await storage.handoffs.listInHand()),
    ...(await storage.webhooks.due(now)),
    ...(await storage.webhooks.claim({ webhookId: "whk_1", now, until: now, limit: 4 })),
    ...(await storage.visitorMail.claim({ now, until: now, limit: 5 })),
    ...(await storage.handoffs.findUnheard({ tool: "handoff", liveNodes: ["self"] })),
    ...(await storage.gaps.unplaced({ limit: 50 })),
    ...(await storage.gaps.dueAgents()),
  ];
  const limits = { linkMs: dayMs, sessionIdleMs: dayMs, sessionAgeMs: dayMs, perDay: 9 };
  await storage.visitorMail.createDue({ ...rules, ...limits, newLink: never, hashAddress: never });
  // The steps of a sweep are the same, wherever it is.
  await storage.gaps.removeEmpty({ limit: 10 });
  if ((await storage.knowledge.revisionOf("guide")) !== known) throw new Error("It knows something else.");
  await storage.approvedAnswers.revisionOf("guide");
  if (found.length > 0) throw new Error(`${found.length} were due.`);
}

/**
 * Statements that add chats in which nothing is left to do, of the agent `guide`: each was held by a person, mailed,
 * announced, reported to a webhook and not answered well. Every other delivery waits for its next try, and every other
 * gap is still open, but was checked with what the agent knows.
 */
export function settledChats(count: number): readonly string[] {
  const numbers = `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count})`;
  return [
    `insert into sessions (id, agent_id, token_hash, created_at, last_active_at, turns, held_since)
      ${numbers} select 's' || n, 'guide', 's' || n, 1000, 1000, 1, 1000 from numbers`,
    `insert into replies (id, session_id, turn, status, content, parts, transcript, truncated, created_at, node)
      select id, id, 1, 'complete', 'Hello.', '[]', '[]', 0, 1000, 'self' from sessions`,
    `insert into chats (id, number, agent_id, started_at, last_at, messages, first, last, holder, outcome, marks,
        versions, counted, revision, address_since)
      ${numbers} select 's' || n, n, 'guide', 1000, 1000, 1, 'Hello', 'Hello', 'agent', 'answered', '[]',
        '[]', '{}', n, case when n % 2 = 0 then n end from numbers`,
    `insert into handoffs (session_id, asked_by, email, since, person_at, seen_at, present_at)
      select id, 'visitor', 'ada@home.example', 1000, ${now - hourMs}, ${now}, 1000 from sessions`,
    `insert into waiting_alerts (session_id, noted_at) select id, 1000 from sessions`,
    `insert into visitor_mails (id, session_id, created_at, since, after_turn, last_turn, state, tried,
        claimed_until, link_hash, expires_at)
      select id, id, ${now - hourMs}, 1, 0, 1, 'sent', 1, 0, id, 0 from sessions`,
    `insert into mailed_addresses (mail_id, address_hash, at) select id, id, ${now - hourMs} from sessions`,
    `insert into webhook_deliveries (id, webhook_id, type, at, session_id, agent_id, tries, tried, claimed_until,
        next_at, state)
      ${numbers} select 's' || n, 'whk_1', 'chat.started', 1000, 's' || n, 'guide', '[]', 1, 0,
        ${now + hourMs}, case when n % 2 = 0 then 'pending' else 'delivered' end from numbers`,
    `insert into gaps (id, agent_id, state, opened_at, changed_at, checked)
      ${numbers} select 's' || n, 'guide', case when n % 2 = 0 then 'open' else 'closed' end, 1, 1, '${known}'
        from numbers`,
    `insert into gap_questions (reply_id, session_id, agent_id, at, question, marks, score, gap_id)
      select id, session_id, 'guide', 1000, 'Why?', '["unanswered"]', 0, id from replies`,
    `insert into documents (id, agent_id, source, location, title, fingerprint, read_at)
      ${numbers} select 'd' || n, 'guide', 'docs', 'd' || n, 'Title', '', 1000 from numbers`,
    `insert into approved_answers (id, agent_id, text, questions, verbatim, hits, created_at, changed_at, revision)
      ${numbers} select 'a' || n, 'guide', 'Because.', '[]', 0, 0, 1, 1, 1 from numbers`,
    `update agents set answers_revision = 'first'`,
    // What was inserted is not to be listed once more.
    `delete from chat_changes`,
    `insert into webhooks (id, url, format, events, text, enabled, secret, created_at, revision)
      values ('whk_1', 'https://shop.example', 'standard', '[]', 0, 1, '', 1, 1)`,
  ];
}
