import { openFillable } from "./open-fillable.ts";
import type { Places } from "./places.ts";

/** Other visitors' chats for a database. */
export interface Filling {
  readonly sessions: number;
  readonly turnsEach: number;
  /** Called with the number of sessions so far. */
  readonly progress: (filled: number) => void;
}

/** Sessions written in one transaction. */
const batch = 10_000;
const question = "What does the smallest plan cost, and can I change it later? ".padEnd(100, "x");
const answer = "You can change it at any time. ".repeat(24);
const oldestMs = 20 * 86_400_000;

/** The first chat's number in the operators' lists. */
export const firstNumber = 10_000_001;

/**
 * Adds chats of the bench's agent, which must exist: directly to the tables, since a hundred thousand would take the
 * service minutes. Ids ascend, as the service's do; hashes are random. The chats are listed for operators, as the
 * service would do within a second, and their filter values vary; `fillWords` adds their words.
 */
export async function fillSessions(
  places: Places,
  { sessions, turnsEach, progress }: Filling,
): Promise<void> {
  const run = await openFillable(places);
  try {
    for (let first = 1; first <= sessions; first += batch) {
      progress(first - 1);
      const last = Math.min(sessions, first + batch - 1);
      await run.transaction(statements({ first, last, turnsEach, randomHash: run.randomHash }));
    }
    // Otherwise the service would list them again, as new ones and as those of an earlier version.
    await run.transaction([
      "delete from chat_changes",
      `insert into chat_counters (name, value) values ('backfill', 'done')
        on conflict (name) do update set value = 'done'`,
    ]);
    // As the database does automatically after a while.
    await run.settle();
  } finally {
    await run.close();
  }
}

interface Numbers {
  readonly first: number;
  readonly last: number;
  readonly turnsEach: number;
  readonly randomHash: string;
}

function statements({ first, last, turnsEach, randomHash }: Numbers): readonly string[] {
  const numbers = `with recursive
    chats (chat) as (select ${first} union all select chat + 1 from chats where chat < ${last}),
    turns (turn) as (select 1 union all select turn + 1 from turns where turn < ${turnsEach})`;
  const at = `${Date.now() - oldestMs} + chat`;
  const number = `${firstNumber - 1} + chat`;
  const name = (prefix: string) => `'${prefix}_' || (${number})`;
  /** A value for one of this many chats, and another for the rest. */
  const seldom = (value: string, every: number, other: string) =>
    `case chat % ${every} when 0 then ${value} else ${other} end`;
  return [
    `${numbers} insert into sessions (id, agent_id, token_hash, created_at, last_active_at, turns)
      select ${name("ses")}, 'bench', ${randomHash}, ${at}, ${at}, ${turnsEach} from chats`,
    `${numbers} insert into messages (id, session_id, turn, position, content, parts, created_at)
      select ${name("msg")} || '_' || turn, ${name("ses")}, turn, 0, '${question}', '[]', ${at} from chats, turns`,
    `${numbers} insert into replies
        (id, session_id, turn, status, content, parts, transcript, failure, truncated, created_at, node)
      select ${name("rep")} || '_' || turn, ${name("ses")}, turn, 'complete', '${answer}', '[{"type":"text","start":0}]',
        '[]', null, 0, ${at}, 'another' from chats, turns`,
    `${numbers} insert into chats (id, number, agent_id, key_id, started_at, last_at, messages, first, last, holder, outcome,
        rating, marks, language, versions, user_id, user_name, counted, revision)
      select ${name("ses")}, ${number}, 'bench', null, ${at}, ${at}, ${2 * turnsEach}, '${question}', '${question}', 'agent',
        ${seldom("'unanswered'", 20, "'assumed'")}, ${seldom("'down'", 100, "null")},
        ${seldom(`'["tool_failed"]'`, 2_000, "'[]'")}, ${seldom("'de'", 10, "'en'")}, '[' || (1 + chat / 10000) || ']',
        null, null, '{}', ${number} from chats`,
  ];
}
