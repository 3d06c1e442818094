import { questionIds } from "../replies.ts";
import type { ConversationStore, ReplyFacts } from "../storage.ts";
import type { Connections } from "./connections.ts";

/**
 * What is written often and matters little for long need not wait for the disk: it outlives a crash of PostgreSQL's
 * processes, but perhaps not a power cut.
 */
const beginAhead = { text: "begin; set local synchronous_commit = off" };

/**
 * A reply that has ended holds its whole text already. One that another transaction holds is just being ended or erased:
 * to wait for it while holding others is how deadlocks come about.
 */
const append = {
  name: "append",
  text: `with
    growing as materialized (
      select id from replies where id = any($1::text[]) and status = 'streaming' for no key update skip locked),
    grown as (
      update replies set
        content = content || substr(new.appended, length(content) - new.place + 1),
        parts = coalesce(new.parts, replies.parts)
      from growing
        join unnest($1::text[], $2::integer[], $3::text[], $4::text[]) as new (id, place, appended, parts) using (id)
      where replies.id = growing.id and length(content) >= new.place
      returning replies.id)
    select id from growing where id not in (select id from grown)`,
};

const insertQuestions = {
  name: "insert-questions",
  text: `with live as materialized (
      select sessions.id from sessions join replies on replies.session_id = sessions.id
      where replies.id = any($1::text[]) for key share of sessions skip locked)
    insert into questions (session_id, id, turn)
    select live.id, new.question, replies.turn
    from unnest($1::text[], $2::text[]) as new (reply, question)
      join replies on replies.id = new.reply join live on live.id = replies.session_id
    order by live.id, new.question
    on conflict do nothing`,
};

/** The session is locked first, as an erasure does, so that the two cannot wait for each other. */
const ending = `
    live as materialized (
      select sessions.id from sessions
      where id = (select session_id from replies where id = $1) for key share),
    ended as (
      update replies set status = $2, content = $3, parts = $4, transcript = $5, failure = $6, truncated = $7
      from live where replies.id = $1 and session_id = live.id
      returning replies.id, session_id, turn, replies.created_at),
    counted as (
      insert into reply_facts (reply_id, agent_id, key_id, model, asked_at, tokens_in, tokens_out, unanswered)
      select id, $9, $10, $11, created_at, $12::bigint, $13::bigint, $14::integer from ended
      where $9::text is not null
      on conflict (reply_id) do update set
        model = excluded.model, tokens_in = excluded.tokens_in, tokens_out = excluded.tokens_out,
        unanswered = excluded.unanswered)`;

const askedAtEnd = `
    insert into questions (session_id, id, turn)
    select session_id, question, turn from ended, unnest($8::text[]) as question
    on conflict do nothing`;

const end = { name: "end-reply", text: `with ${ending} ${askedAtEnd}` };

/** The same for a reply with a reservation: taken away with it, what the reply took is counted once. */
const endBudgeted = {
  name: "end-budgeted-reply",
  text: `with ${ending},
    settled as (
      delete from reservations where reply_id = $1 returning key_id, day, tokens, charged),
    today as (
      update daily_use set used = used + $15 - settled.charged, reserved = reserved - settled.tokens
      from settled where daily_use.key_id = settled.key_id and daily_use.day = settled.day)
    ${askedAtEnd}`,
};

/** Writes replies while they grow, and as they ended. */
export function createReplyWriters({
  connections,
}: {
  readonly connections: Connections;
}): Pick<ConversationStore, "saveProgress" | "endReply"> {
  return {
    async saveProgress(progress) {
      if (progress.length === 0) return [];
      const values = [
        progress.map(({ replyId }) => replyId),
        progress.map(({ offset }) => offset),
        progress.map(({ appended }) => appended),
        progress.map(({ parts }) => parts && JSON.stringify(parts)),
      ];
      const questions = progress.flatMap(({ replyId, parts = [] }) =>
        questionIds(parts).map((question) => ({ replyId, question })),
      );
      return connections.transaction(async (connection) => {
        const { rows: behind } = await connection.query<{ id: string }>(append, values);
        if (questions.length > 0) {
          const pairs = [questions.map(({ replyId }) => replyId), questions.map(({ question }) => question)];
          await connection.query(insertQuestions, pairs);
        }
        return behind.map(({ id }) => id);
      }, beginAhead);
    },

    async endReply({ replyId, status, content, parts, transcript, failure, truncated, spentTokens, facts }) {
      const texts = [JSON.stringify(parts), JSON.stringify(transcript)];
      const ended = [replyId, status, content, ...texts, failure, truncated ? 1 : 0, questionIds(parts)];
      const values = [...ended, ...factValues(facts)];
      if (spentTokens === undefined) await connections.query(end, values);
      else await connections.query(endBudgeted, [...values, spentTokens]);
    },
  };
}

/** In the order of the statement. */
function factValues(facts: ReplyFacts | undefined): readonly (string | number | null)[] {
  if (!facts) return Array.from({ length: 6 }, () => null);
  const { agentId, keyId, model, inputTokens, outputTokens, unanswered } = facts;
  return [agentId, keyId, model, inputTokens, outputTokens, unanswered ? 1 : 0];
}
