import type { ConversationStore } from "../chats/conversation-store.ts";
import { endingNumber, questionIds, type UnsavedReply } from "../chats/replies.ts";
import { holdingOf, type HoldingColumns } from "../holders/holder.ts";
import type { ReplyFacts } from "../usage/reply-facts.ts";
import { countsOf, factColumns } from "../usage/usage-counts.ts";
import type { Connections } from "./connections.ts";

/**
 * Frequent writes that soon become irrelevant need not wait for the disk: they survive a crash of PostgreSQL's
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
    select given.id as "replyId", case when growing.id is null then 'passed_over' else 'behind' end as why
    from unnest($1::text[]) as given (id) left join growing using (id)
    where given.id not in (select id from grown)`,
};

const insertQuestions = {
  name: "insert-questions",
  text: `with live as materialized (
      select sessions.id from sessions join replies on replies.session_id = sessions.id
      where replies.id = any($1::text[]) and replies.status = 'streaming' for key share of sessions skip locked)
    insert into questions (session_id, id, turn)
    select live.id, new.question, replies.turn
    from unnest($1::text[], $2::text[]) as new (reply, question)
      join replies on replies.id = new.reply join live on live.id = replies.session_id
    order by live.id, new.question
    on conflict do nothing`,
};

/**
 * The session is locked first, as in an erasure, so that the two cannot wait for each other. What the reply counts is
 * left with its facts, the first time that the end is saved: replies of one key do not wait for each other. Taking the
 * chat locks the session too: a reply that it has ended is read in that state, and keeps its text; where it had none, the
 * message is one for the person, and counts with the chat. Such a turn may have been listed before its facts were there.
 */
const ending = `
    live as materialized (
      select sessions.id, taken_epoch, holder, epoch, held_since, operator_id, operator_name from sessions
      where id = (select session_id from replies where id = $1) for key share),
    ended as (
      update replies set
        status = case when replies.epoch < taken_epoch then status else $2 end,
        content = case when replies.epoch < taken_epoch then content else $3 end,
        parts = case when replies.epoch < taken_epoch then parts else $4 end,
        transcript = case when replies.epoch < taken_epoch then transcript else $5 end,
        failure = case when replies.epoch < taken_epoch then failure else $6 end,
        truncated = case when replies.epoch < taken_epoch then truncated else $7 end,
        details = $15
      from live where replies.id = $1 and session_id = live.id
      returning replies.id, session_id, turn, author, replies.created_at, replies.epoch < taken_epoch as is_taken),
    noted as (
      insert into reply_facts (reply_id, agent_id, key_id, asked_at, model, tokens_in, tokens_out, unanswered,
        version, tokens_cached, first_text_ms, total_ms, best_score, finish, language, marks, tools_ok, tools_failed,
        uncounted)
      select id, $9, $10, created_at, $11, $12::bigint, $13::bigint, $14::bigint, $16::bigint, $17::bigint,
        $18::bigint, $19::bigint, $20::bigint, $21, $22, $23, $24::bigint, $25::bigint,
        ($26::jsonb || case when author is not null then '{}' else jsonb_build_object('messages.agent', 1,
          'messages.visitor', (select count(*) from messages where (session_id, turn) = (ended.session_id, ended.turn)),
          'chats', case turn when 1 then 1 else 0 end) end)::text
      from ended where $9::text is not null
      on conflict (reply_id) do update set
        model = excluded.model, tokens_in = excluded.tokens_in, tokens_out = excluded.tokens_out,
        unanswered = excluded.unanswered, version = excluded.version, tokens_cached = excluded.tokens_cached,
        first_text_ms = excluded.first_text_ms, total_ms = excluded.total_ms, best_score = excluded.best_score,
        finish = excluded.finish, language = excluded.language, marks = excluded.marks,
        tools_ok = excluded.tools_ok, tools_failed = excluded.tools_failed),
    changed as (
      insert into chat_changes (session_id, turn)
      select session_id, turn from ended where is_taken and $9::text is not null)`;

const askedAtEnd = `,
    asked as (
      insert into questions (session_id, id, turn)
      select session_id, question, turn from ended, unnest($8::text[]) as question where not is_taken
      on conflict do nothing)
    select holder, epoch, held_since, operator_id, operator_name, is_taken as "isTaken"
    from live cross join (select is_taken from ended) as known`;

const end = { name: "end-reply", text: `with ${ending} ${askedAtEnd}` };

/** The same for a reply with a reservation, which is removed too: the actual use is counted once. */
const endBudgeted = {
  name: "end-budgeted-reply",
  text: `with ${ending},
    settled as (
      delete from reservations where reply_id = $1 returning key_id, day, tokens, charged),
    today as (
      update daily_use set used = used + $27 - settled.charged, reserved = reserved - settled.tokens
      from settled where daily_use.key_id = settled.key_id and daily_use.day = settled.day)
    ${askedAtEnd}`,
};

/** Waits for a transaction that is just ending it. */
const mayAct = {
  name: "may-act",
  text: "select 1 from replies where id = $1 and status = 'streaming' for share",
};

interface EndedColumns extends HoldingColumns {
  readonly isTaken: boolean;
}

/** Writes replies while they grow, and as they ended. */
export function createReplyWriters({
  connections,
}: {
  readonly connections: Connections;
}): Pick<ConversationStore, "saveProgress" | "endReply" | "mayAct"> {
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
        const { rows: unsaved } = await connection.query<UnsavedReply>(append, values);
        if (questions.length > 0) {
          const pairs = [questions.map(({ replyId }) => replyId), questions.map(({ question }) => question)];
          await connection.query(insertQuestions, pairs);
        }
        return unsaved;
      }, beginAhead);
    },

    async endReply({ replyId, status, content, parts, transcript, failure, ending, spentTokens, facts }) {
      const texts = [JSON.stringify(parts), JSON.stringify(transcript)];
      const ended = [replyId, status, content, ...texts, failure, endingNumber(ending), questionIds(parts)];
      const values = [...ended, ...factValues(facts)];
      const { rows } =
        spentTokens === undefined
          ? await connections.query<EndedColumns>(end, values)
          : await connections.query<EndedColumns>(endBudgeted, [...values, spentTokens]);
      const [known] = rows;
      if (!known) return "gone";
      return known.isTaken ? holdingOf(known) : undefined;
    },

    async mayAct(replyId) {
      const { rowCount } = await connections.query(mayAct, [replyId]);
      return rowCount === 1;
    },
  };
}

/** In the order of the statement. */
function factValues(facts: ReplyFacts | undefined): readonly (string | number | null)[] {
  if (!facts) return [...Array.from({ length: 17 }, () => null), "{}"];
  const { bestScore, marks, toolsOk, toolsFailed, details } = factColumns(facts);
  const { agentId, keyId, model, inputTokens, outputTokens, unanswered, version, cachedTokens } = facts;
  const tokens = [inputTokens, outputTokens, unanswered ? 1 : 0, details, version, cachedTokens];
  const times = [facts.firstTextMs, facts.totalMs, bestScore, facts.finish, facts.language];
  return [
    agentId,
    keyId,
    model,
    ...tokens,
    ...times,
    marks,
    toolsOk,
    toolsFailed,
    JSON.stringify(countsOf(facts)),
  ];
}
