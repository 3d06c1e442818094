import { DatabaseSync } from "node:sqlite";
import { Client } from "pg";
import type { Places } from "./places.ts";

/** Other visitors' chats, to lie in a database. */
export interface Filling {
  readonly sessions: number;
  readonly turnsEach: number;
  /** Told how many sessions are there so far. */
  readonly progress: (filled: number) => void;
}

/** Sessions written in one transaction. */
const batch = 10_000;
const question = "What does the smallest plan cost, and can I change it later? ".padEnd(100, "x");
const answer = "You can change it at any time. ".repeat(24);
const oldestMs = 20 * 86_400_000;

/** How each database makes the hash of a random token. */
const randomHash = {
  sqlite: "lower(hex(randomblob(32)))",
  postgres: "md5(random()::text) || md5(random()::text)",
};

/**
 * Writes chats of the bench's agent, which must be there, beside what is there already: straight into the tables,
 * since a hundred thousand would take the service minutes. Ids ascend, as the service's do; hashes are random. The chats are
 * listed for operators, as the service does within a second, but their words cannot be searched.
 */
export async function fillSessions(
  places: Places,
  { sessions, turnsEach, progress }: Filling,
): Promise<void> {
  const run =
    places.postgresUrl === undefined ? openFile(places.file ?? "") : await openServer(places.postgresUrl);
  try {
    for (let first = 1; first <= sessions; first += batch) {
      progress(first - 1);
      const last = Math.min(sessions, first + batch - 1);
      await run.transaction(statements({ first, last, turnsEach, randomHash: run.randomHash }));
    }
    // Or the service would list them again, as new ones and as those of an earlier version.
    await run.transaction([
      "delete from chat_changes",
      `insert into chat_counters (name, value) values ('backfill', 'done')
        on conflict (name) do update set value = 'done'`,
    ]);
    // As the database does by itself, after a while.
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
  const name = (prefix: string) => `'${prefix}_' || (10000000 + chat)`;
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
      select ${name("ses")}, 10000000 + chat, 'bench', null, ${at}, ${at}, ${2 * turnsEach}, '${question}', '${question}', 'agent',
        'assumed', null, '[]', 'en', '[]', null, null, '{}', 10000000 + chat from chats`,
  ];
}

interface Runner {
  readonly randomHash: string;
  transaction(statements: readonly string[]): Promise<void>;
  settle(): Promise<void>;
  close(): Promise<void>;
}

function openFile(file: string): Runner {
  const database = new DatabaseSync(file);
  database.exec("pragma busy_timeout = 5000");
  return {
    randomHash: randomHash.sqlite,
    async transaction(statements) {
      database.exec(["begin immediate", ...statements, "commit"].join(";"));
    },
    settle: async () => database.exec("pragma wal_checkpoint(truncate)"),
    close: async () => database.close(),
  };
}

async function openServer(url: string): Promise<Runner> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return {
    randomHash: randomHash.postgres,
    async transaction(statements) {
      await client.query(["begin", ...statements, "commit"].join(";"));
    },
    async settle() {
      await client.query("vacuum analyze");
    },
    close: () => client.end(),
  };
}
