import { sql, type ExpressionBuilder, type Kysely } from "kysely";
import { isOfKeptAgent } from "../erasure/hide-agents.ts";
import { sessionRecord } from "./session-record.ts";
import type { ConversationStore, ListedSession, SessionQuery } from "../storage.ts";
import type { SessionRow, Tables } from "../schema/tables.ts";
import { isOfLiveAgent } from "../previews/preview-id.ts";
import { textMatcher } from "../knowledge/text-matcher.ts";

type Filter = Omit<SessionQuery, "search">;

/** Chats whose texts are read at once: their visitors may have written much. */
const batch = 20;

/** Lists of chats, and what of each a list shows. */
export function createSessionList({
  database,
}: {
  readonly database: Kysely<Tables>;
}): ConversationStore["list"] {
  async function read({
    agents,
    since,
    until,
    unanswered,
    address,
    after,
    limit,
  }: Filter): Promise<SessionRow[]> {
    if (agents?.length === 0) return [];
    return database
      .selectFrom("sessions")
      .selectAll()
      .where("erased", "=", 0)
      .where(isOfKeptAgent("agent_id"))
      .where(isOfLiveAgent("agent_id"))
      .$if(Boolean(agents), (query) => query.where("agent_id", "in", agents ?? []))
      .$if(since !== undefined, (query) => query.where("last_active_at", ">=", since ?? 0))
      .$if(until !== undefined, (query) => query.where("created_at", "<", until ?? 0))
      .$if(unanswered === true, (query) =>
        query.where((session) => session.exists(unansweredReplies(session).select("replies.id"))),
      )
      .$if(address === true, (query) =>
        query.where("id", "in", (chat) =>
          chat
            .selectFrom("chats")
            .select("chats.id")
            .where(sql<boolean>`address_since > 0`),
        ),
      )
      .$if(after !== undefined, (query) =>
        query.where((session) =>
          session(
            session.refTuple("last_active_at", "id"),
            "<",
            session
              .selectFrom("sessions as last")
              .select(["last.last_active_at", "last.id"])
              .where("last.id", "=", after ?? "")
              .$asTuple("last_active_at", "id"),
          ),
        ),
      )
      .orderBy("last_active_at", "desc")
      .orderBy("id", "desc")
      .limit(limit)
      .execute();
  }

  /** Reads what was said in the chats, newest first, until enough of them match. */
  async function search({ limit, ...filter }: Filter, text: string): Promise<readonly SessionRow[]> {
    const matches = textMatcher(text);
    const found: SessionRow[] = [];
    for (let { after } = filter; ;) {
      const rows = await read({ ...filter, limit: batch, ...(after !== undefined && { after }) });
      const texts = await textsOf(rows);
      found.push(...rows.filter(({ id }) => matches(texts.get(id) ?? [])));
      after = rows.at(-1)?.id;
      if (rows.length < batch || found.length >= limit) return found.slice(0, limit);
    }
  }

  async function textsOf(sessions: readonly SessionRow[]): Promise<ReadonlyMap<string, readonly string[]>> {
    const texts = new Map(sessions.map(({ id }): [string, string[]] => [id, []]));
    if (sessions.length === 0) return texts;
    for (const table of ["messages", "replies"] as const) {
      const rows = await database
        .selectFrom(table)
        .select(["session_id", "content"])
        .where("session_id", "in", [...texts.keys()])
        .execute();
      for (const { session_id: id, content } of rows) texts.get(id)?.push(content);
    }
    return texts;
  }

  async function describe(sessions: readonly SessionRow[]): Promise<readonly ListedSession[]> {
    const ids = sessions.map(({ id }) => id);
    const questions = await database
      .selectFrom("sessions")
      .innerJoin("messages", (join) =>
        join.onRef("messages.session_id", "=", "sessions.id").on("messages.turn", "=", firstTurn),
      )
      .select(["sessions.id", "messages.content"])
      .where("sessions.id", "in", ids)
      .orderBy("sessions.id")
      .orderBy("messages.position")
      .execute();
    const counts = await database
      .selectFrom("sessions")
      .select("sessions.id")
      .select((session) =>
        unansweredReplies(session)
          .select(({ fn }) => fn.countAll<number>().as("count"))
          .as("unanswered"),
      )
      .where("sessions.id", "in", ids)
      .execute();
    const unanswered = new Map(counts.map((row) => [row.id, Number(row.unanswered)]));
    return sessions.map((row) => ({
      ...sessionRecord(row),
      firstQuestion: questions
        .filter(({ id }) => id === row.id)
        .map(({ content }) => content)
        .join("\n"),
      unanswered: unanswered.get(row.id) ?? 0,
    }));
  }

  return async ({ search: text, ...filter }) => {
    const found = text === undefined ? await read(filter) : await search(filter, text);
    const listed: ListedSession[] = [];
    for (let from = 0; from < found.length; from += batch)
      listed.push(...(await describe(found.slice(from, from + batch))));
    return listed;
  };
}

type OfSession = ExpressionBuilder<Tables, "sessions">;

/** The first turn that no other took the place of. */
function firstTurn(session: OfSession) {
  return session
    .selectFrom("replies")
    .select(({ fn }) => fn.min("replies.turn").as("turn"))
    .whereRef("replies.session_id", "=", "sessions.id")
    .where("replies.replaced", "=", 0);
}

/** Replies that leave their visitor without an answer: they broke off, or looked for one and found none. */
function unansweredReplies(session: OfSession) {
  return session
    .selectFrom("replies")
    .leftJoin("reply_facts", "reply_facts.reply_id", "replies.id")
    .whereRef("replies.session_id", "=", "sessions.id")
    .where("replies.replaced", "=", 0)
    .where((reply) =>
      reply.or([
        reply("replies.status", "in", ["failed", "incomplete"]),
        reply("reply_facts.unanswered", "=", 1),
      ]),
    );
}
