import type { TurnFacts } from "../../packages/storage/src/chat-list/chat-tally.ts";
import { idsOfChat } from "../../packages/storage/src/chat-list/write-chat-texts.ts";
import { createNaturalText } from "./natural-words.ts";
import { openFillable } from "./open-fillable.ts";
import type { FillableDatabase } from "./open-fillable.ts";

/** How much a database is filled with. */
export interface Filling {
  /** Chats of the agent `acme`, besides the long one. */
  readonly chats: number;
  /** How many of those, the oldest, have not been used for 40 days. */
  readonly expired: number;
  /** Chats of the agent `closing`. */
  readonly closing: number;
  /** One in how many chats was once with a person, and left a key, an event and a delivery; 10 if not given. */
  readonly oneIn?: number;
  /** Turns of one long chat. */
  readonly longTurns: number;
  readonly documents: number;
  readonly closedGaps: number;
  /** Searchable words of each chat. */
  readonly words: number;
  /** SHA-256 of the long chat's token, in hex. */
  readonly longTokenHash?: string;
  /** Called with the number of chats so far. */
  readonly progress?: (chats: number) => void;
}

/** Chats written in one transaction. */
const batch = 10_000;
const dayMs = 86_400_000;
const question = "What does the smallest plan cost, and can I change it later? ".padEnd(100, "x");
const answer = "You can change it at any time. ".repeat(12);
const passage = { url: "https://acme.example/plans", title: "Plans", score: 0.61, text: answer };
const details = JSON.stringify({
  model: "tiny",
  searches: [{ query: question, passages: [passage, passage] }],
  tools: [],
});
const facts = JSON.stringify({
  author: "agent",
  messages: 1,
  at: 1,
  status: "complete",
  version: 1,
} satisfies TurnFacts);
/** Names of this many hours of usage are kept, whatever the number of chats. */
const usageHours = 200;

/** Chats that wait for a person. */
const waiting = 10;

/** The id of the long chat. */
export const longChat = "ses_9long";

/**
 * Fills the database of a service that is not running: directly, since a hundred thousand chats would take the service
 * minutes. The agent `acme` must exist. Each fifth chat has three turns, each tenth was once with a person, and all are listed
 * and searchable, as the service would do within seconds.
 */
export async function fillDatabase(database: FillableDatabase, filling: Filling): Promise<void> {
  const run = await openFillable(database);
  const now = Date.now();
  try {
    const { chats, closing, expired, oneIn = 10, words, progress = () => undefined } = filling;
    const text = createNaturalText();
    await run.transaction([
      `insert into agents (id, definition, base_directory, created_at, updated_at, version)
        select 'closing', replace(definition, '"acme"', '"closing"'), base_directory, created_at, updated_at, version
        from agents where id = 'acme'`,
    ]);
    for (let first = 1; first <= chats + closing; first += batch) {
      progress(first - 1);
      const last = Math.min(chats + closing, first + batch - 1);
      const range = { first, last, chats, all: chats + closing, expired, oneIn, now };
      await run.transaction([...chatsIn(range), ...textsIn(range, () => text(words))]);
    }
    await run.transaction([
      ...longChatOf(filling, now),
      ...gapsOf(filling, now),
      ...othersOf(filling, now),
      // Otherwise the service would list all chats again, as new ones.
      "delete from chat_changes",
    ]);
    await run.settle();
  } finally {
    await run.close();
  }
}

interface Range {
  readonly first: number;
  readonly last: number;
  readonly chats: number;
  readonly all: number;
  readonly expired: number;
  readonly oneIn: number;
  readonly now: number;
}

const number = (n: string) => `(10000000 + ${n})`;
const id = (prefix: string, n = "n") => `'${prefix}_' || ${number(n)}`;

function chatsIn({ first, last, chats, all, expired, oneIn, now }: Range): readonly string[] {
  // The newest chat is a minute old, the oldest 20 days; those that are expired 40.
  const at = `(case when n <= ${expired} then ${now - 40 * dayMs}
    else ${now - 20 * dayMs} + cast(n * ${(20 * dayMs - 60_000) / all} as bigint) end)`;
  const numbers = `with recursive
    series (n) as (select ${first} union all select n + 1 from series where n < ${last}),
    chat (n, at, turns, agent) as (
      select n, ${at}, case when n % 5 = 0 then 3 else 1 end, case when n <= ${chats} then 'acme' else 'closing' end
      from series),
    turn (t) as (select 1 union all select 2 union all select 3),
    said (n, t, at, agent) as (select n, t, at + t, agent from chat, turn where t <= turns)`;
  return [
    `${numbers} insert into sessions (id, agent_id, token_hash, created_at, last_active_at, turns)
      select ${id("ses")}, agent, 'hash_' || n, at, at, turns from chat`,
    `${numbers} insert into messages (id, session_id, turn, position, content, parts, created_at)
      select ${id("msg")} || '_' || t, ${id("ses")}, t, 0, '${question}', '[]', at from said`,
    `${numbers} insert into replies (id, session_id, turn, status, content, parts, transcript, failure, truncated,
        created_at, node, details, rating, rated_at)
      select ${id("rep")} || '_' || t, ${id("ses")}, t, 'complete', '${answer}', '[{"type":"text","start":0}]', '[]',
        null, 0, at, 'another', '${details}', case when n % 50 = 0 then 'down' end, case when n % 50 = 0 then at end
      from said`,
    `${numbers} insert into reply_facts (reply_id, agent_id, key_id, model, asked_at, tokens_in, tokens_out, unanswered,
        version, first_text_ms, total_ms, best_score, finish, language)
      select ${id("rep")} || '_' || t, agent, 'key', 'tiny', at, 900, 90, 0, 1, 400, 2000, 600, 'stop', 'en' from said`,
    `${numbers} insert into chat_turns (session_id, turn, facts) select ${id("ses")}, t, '${facts}' from said`,
    `${numbers} insert into chats (id, number, agent_id, key_id, started_at, last_at, messages, first, last, holder,
        outcome, rating, marks, language, versions, user_id, user_name, counted, revision,
        address_since)
      select ${id("ses")}, ${number("n")}, agent, 'key', at, at, 2 * turns, '${question}', '${question}', 'agent',
        case when n % 20 = 0 then 'unanswered' else 'assumed' end, case when n % 50 = 0 then 'down' end,
        case when n % 2000 = 0 then '["tool_failed"]' else '[]' end, case when n % 10 = 0 then 'de' else 'en' end,
        '[1]', null, null, '{}', ${number("n")}, case when n % 20 = 0 then 0 end from chat`,
    `${numbers} insert into handoffs (session_id, asked_by, reason, email, since, person_at, seen_at, mailed_at,
        returned_turn, key_id, done_at)
      select ${id("ses")}, 'visitor', 'An invoice', case when n % ${2 * oneIn} = 0 then 'ann' || n || '@mail.example' end, at,
        at, at, at + 1, 1, 'key', at from chat where n % ${oneIn} = 0`,
    `${numbers} insert into chat_events (id, session_id, turn, position, at, epoch, type, name)
      select ${id("evt")}, ${id("ses")}, 1, 9, at, 1, case when n % ${2 * oneIn} = 0 then 'nobody' else 'closed' end, 'Bo'
      from chat where n % ${oneIn} = 0`,
    `${numbers} insert into waiting_alerts (session_id, noted_at) select ${id("ses")}, at from chat where n % ${oneIn} = 0`,
    `${numbers} insert into visitor_mails (id, session_id, created_at, since, after_turn, last_turn, state, tried,
        claimed_until, link_hash, expires_at)
      select ${id("mail")}, ${id("ses")}, at, at, 1, 1, 'sent', 1, 0, 'link_' || n, at + ${30 * dayMs} from chat
      where n % ${2 * oneIn} = 0`,
    `${numbers} insert into webhook_deliveries (id, webhook_id, type, at, session_id, agent_id, state, tries, tried,
        claimed_until)
      select ${id("msg")}, 'hook', 'chat.started', at, ${id("ses")}, agent, 'delivered', '[]', 1, 0 from chat
      where n % ${oneIn} = 0`,
    `${numbers} insert into idempotency (agent_id, key, body_hash, session_id, turn, reply_id, expires_at)
      select agent, 'key_' || n, 'hash', ${id("ses")}, 1, ${id("rep")} || '_1',
        case when n <= ${expired} then ${now - 1000} else ${now + dayMs} end
      from chat where n % ${oneIn} = 0 or n <= ${expired}`,
    `${numbers} insert into files (id, session_id, kind, name, media_type, size, alt, created_at, sent_at, bytes)
      select ${id("file")}, ${id("ses")}, 'upload', 'a.txt', 'text/plain', 1, '', at, at, 'x' from chat where n % ${5 * oneIn} = 0`,
    `${numbers} insert into audit (id, at, who_kind, what) select ${id("aud")}, at, 'command_line', 'key.create'
      from chat where n % ${2 * oneIn} = 0`,
  ];
}

/** The words of chats, in statements that are not too long. */
function textsIn({ first, last }: Range, text: () => string): readonly string[] {
  const rows = Array.from({ length: last - first + 1 }, (_, at) => {
    const chat = 10_000_000 + first + at;
    return `(${chat * idsOfChat + 3}, 'ses_${chat}', '${text()}')`;
  });
  return Array.from(
    { length: Math.ceil(rows.length / 1_000) },
    (_, at) =>
      `insert into chat_texts (id, session_id, text) values ${rows.slice(at * 1_000, (at + 1) * 1_000).join(", ")}`,
  );
}

/** A chat of many turns, each with details. */
function longChatOf({ longTurns, longTokenHash = "long" }: Filling, now: number): readonly string[] {
  const at = now - 3_600_000;
  const turns = `with recursive turn (t) as (select 1 union all select t + 1 from turn where t < ${longTurns})`;
  return [
    `insert into sessions (id, agent_id, token_hash, created_at, last_active_at, turns)
      values ('${longChat}', 'acme', '${longTokenHash}', ${at}, ${at}, ${longTurns})`,
    `${turns} insert into messages (id, session_id, turn, position, content, parts, created_at)
      select 'msg_9long_' || t, '${longChat}', t, 0, '${question}', '[]', ${at} from turn`,
    `${turns} insert into replies (id, session_id, turn, status, content, parts, transcript, failure, truncated,
        created_at, node, details)
      select 'rep_9long_' || t, '${longChat}', t, 'complete', '${answer}', '[{"type":"text","start":0}]', '[]', null, 0,
        ${at}, 'another', '${details}' from turn`,
    `${turns} insert into reply_facts (reply_id, agent_id, key_id, model, asked_at, tokens_in, tokens_out, unanswered)
      select 'rep_9long_' || t, 'acme', 'key', 'tiny', ${at}, 900, 90, 0 from turn`,
    `${turns} insert into chat_turns (session_id, turn, facts) select '${longChat}', t, '${facts}' from turn`,
    `insert into chats (id, number, agent_id, key_id, started_at, last_at, messages, first, last, holder, outcome, marks,
        versions, counted, revision)
      values ('${longChat}', 99999999, 'acme', 'key', ${at}, ${at}, ${2 * longTurns}, 'Hi', 'Bye', 'agent', 'assumed',
        '[]', '[1]', '{}', 99999999)`,
    `insert into chat_counters (name, value) values ('chats', '99999999'), ('revision', '99999999')
      on conflict (name) do update set value = '99999999'`,
  ];
}

/** Gaps that are closed, each with a question of a chat, and ten that are open. */
function gapsOf({ chats, closedGaps }: Filling, now: number): readonly string[] {
  const asked = `(${chats} - n)`;
  const gaps = `with recursive gap (n) as (select 1 union all select n + 1 from gap where n < ${closedGaps + 10})`;
  return [
    `${gaps} insert into gaps (id, agent_id, state, opened_at, changed_at, closed_by, checked, proof)
      select 'gap_' || n, 'acme', case when n <= 10 then 'open' else 'closed' end, ${now - 9 * dayMs}, ${now - 8 * dayMs},
        case when n > 10 then 'sync' end, case when n > 10 then 'some' end, '[]' from gap`,
    `${gaps} insert into gap_questions (reply_id, session_id, agent_id, at, question, marks, score, gap_id)
      select ${id("rep", asked)} || '_1', ${id("ses", asked)}, 'acme', ${now - 9 * dayMs} + n, '${question}', '["unanswered"]', 100,
        'gap_' || n from gap`,
  ];
}

function othersOf({ chats, documents }: Filling, now: number): readonly string[] {
  return [
    `with recursive document (n) as (select 1 union all select n + 1 from document where n < ${documents})
      insert into documents (id, agent_id, source, location, title, fingerprint, read_at)
      select 'doc_' || n, 'acme', 'page', 'https://acme.example/' || n, 'Page ' || n, 'print_' || n, ${now - dayMs}
      from document`,
    `with recursive hour (n) as (select 1 union all select n + 1 from hour where n < ${usageHours})
      insert into usage_counts (hour, agent_id, key_id, name, amount)
      select ${now - (now % 3_600_000)} - n * 3600000, 'acme', 'key', 'chats', 1 from hour`,
    `insert into webhooks (id, url, format, events, text, enabled, secret, created_at, revision)
      values ('hook', 'https://hooks.invalid/', 'json', '["chat.started"]', 0, 1, 'sealed', ${now}, 1)`,
    `update sessions set holder = 'waiting', held_since = ${now - 30_000}
      where id in (${Array.from({ length: waiting }, (_, n) => `'ses_${10_000_000 + chats - n}'`).join(", ")})`,
  ];
}
