import type { ConversationStore } from "../chats/conversation-store.ts";
import { answeredInPlainText, answerJson, passedOver } from "../chats/replies.ts";
import type { NewTurn, TurnRefusal } from "../chats/turns.ts";
import { dayOf } from "../day.ts";
import { holdingOf, isLeftToPerson, type HoldingColumns } from "../holders/holder.ts";
import type { BudgetRefusal } from "../keys/budgets.ts";
import type { Connections } from "./connections.ts";
import { createLockQueue } from "./lock-queue.ts";
import type { Connection } from "./pooled-connection.ts";

/** A session whose newest turn this is. */
type TakenSession = HoldingColumns & { readonly turns: number };

type Outcome = Awaited<ReturnType<ConversationStore["acceptTurn"]>>;

// Locks are always taken in this order, so that no two turns wait for each other: agent or session, idempotency key,
// day of a budget. The last one is shared by all turns of a key, and so held for the shortest time.

/** Waits for an agent that is just being deleted, and then finds none. */
const insertSession = {
  name: "insert-session",
  text: `insert into sessions (id, agent_id, token_hash, created_at, last_active_at, turns)
    select $1, agent.id, $3, $4, $4, 1 from (select id from agents where id = $2 and deleted = 0 for key share) as agent
    returning turns, holder, epoch, held_since, operator_id, operator_name`,
};

/** The turns of one session wait here for each other, on whatever node they run. */
const nextTurn = {
  name: "next-turn",
  text: `update sessions set turns = turns + 1, last_active_at = greatest(last_active_at, $2)
    where id = $1 and erased = 0 returning turns, holder, epoch, held_since, operator_id, operator_name`,
};

const replaceTurn = {
  name: "replace-turn",
  text: `update replies set replaced = 1
    where session_id = $1 and turn = $2
      and not exists (select 1 from replies where session_id = $1 and status = 'streaming')`,
};

/** A separate statement: it sees the questions of a reply that ended a moment ago. */
const passOverAndReopen = {
  name: "pass-over-and-reopen",
  text: `with passed as (
      update questions set answer = $3 where session_id = $1 and turn = $2 and answer is null)
    update questions set answer = null where session_id = $1 and id = any($4::text[])`,
};

/**
 * Everything that hangs on the turn's number, in one round trip. A statement sees what was committed before it began,
 * and the session's lock is held by then: so of two answers to one question the second finds it closed, unless the first
 * was plain text, which another answer takes the place of. An insert waits
 * for another transaction that has just written the same key.
 */
const writes = `
    message as (
      insert into messages (id, session_id, turn, position, content, parts, created_at)
      select id, $1, $2, number - 1, content, parts, $3
      from unnest($4::text[], $5::text[], $6::text[]) with ordinality as new (id, content, parts, number)),
    reply as (
      insert into replies
        (id, session_id, turn, status, content, parts, transcript, failure, truncated, created_at, node, author, asked_key,
          epoch)
      values ($7, $1, $2, case when $17::text is null then 'streaming' else 'complete' end, '', '[]', '[]', null, 0, $3,
        $8, $17, $18, $16)),
    answered as (
      update questions set answer = new.answer
      from unnest($9::text[], $10::text[]) as new (id, answer)
      where session_id = $1 and questions.id = new.id and (questions.answer is null
        or questions.answer like '${answeredInPlainText}' and new.answer not like '${answeredInPlainText}')
      returning questions.id),
    kept as (
      insert into idempotency (agent_id, key, body_hash, session_id, turn, reply_id, expires_at)
      select $11, $12, $13, $1, $2, $7, $14 where $12::text is not null
      on conflict (agent_id, key) do update set body_hash = excluded.body_hash,
        session_id = excluded.session_id, turn = excluded.turn, reply_id = excluded.reply_id,
        expires_at = excluded.expires_at
      where idempotency.expires_at <= $3
      returning key),
    sent as (
      update files set sent_at = $3, address = null where session_id = $1 and id = any($15::text[]) and sent_at is null
      returning id)`;

const counts = `(select count(*) from answered) as answered, (select count(*) from kept) as kept,
    (select count(*) from sent) as sent`;

const writeTurn = { name: "write-turn", text: `with ${writes} select ${counts}` };

/** The same for a key with a budget. An update looks at the day's row as it is once it holds its lock. */
const writeBudgetedTurn = {
  name: "write-budgeted-turn",
  text: `with ${writes},
    reserved as (
      insert into daily_use as today (key_id, day, used, reserved, refused) values ($19, $20, 0, $21, 0)
      on conflict (key_id, day) do update set reserved = today.reserved + excluded.reserved
      where today.used + today.reserved < $22
      returning key_id),
    reservation as (
      insert into reservations (reply_id, key_id, day, node, tokens, charged)
      select $7, key_id, $20, $8, $21, 0 from reserved)
    select ${counts}, (select count(*) from reserved) as reserved`,
};

/** Written after the turn was taken back, so that of all turns refused on one day, on all nodes, one is the first. */
const refuseForBudget = {
  name: "refuse-for-budget",
  text: `with first as (
      update daily_use set refused = 1 where key_id = $1 and day = $2 and used >= $3 and refused = 0
      returning key_id)
    select case
      when exists (select 1 from first) then 'budget_newly_spent'
      when exists (select 1 from daily_use where key_id = $1 and day = $2 and used >= $3) then 'budget_spent'
      else 'budget_reserved' end as refusal`,
};

const findKept = {
  name: "find-kept",
  text: "select 1 from idempotency where agent_id = $1 and key = $2 and expires_at > $3",
};

/** Everything a visitor's turn writes, in one transaction: it is there whole or not at all. */
export function createAcceptTurn({
  connections,
}: {
  readonly connections: Connections;
}): ConversationStore["acceptTurn"] {
  const inOrder = createLockQueue();

  async function isTaken({ idempotency, at }: NewTurn, connection: Pick<Connection, "query">) {
    if (!idempotency) return false;
    const { agentId, key } = idempotency;
    const { rowCount } = await connection.query(findKept, [agentId, key, at]);
    return rowCount === 1;
  }

  /** Puts the turn of this number in the place of the one before it. */
  async function putInPlace(turn: NewTurn, number: number, connection: Connection): Promise<void> {
    const { session, replaces } = turn;
    if (!replaces) return;
    // A twin of this request that came first has made a newer turn, and is not to be refused for that.
    if (await isTaken(turn, connection)) throw new Refused("idempotency_key_taken");
    if (replaces.turn !== number - 1) throw new Refused("already_replaced");
    const { rowCount } = await connection.query(replaceTurn, [session.id, replaces.turn]);
    if (rowCount === 0) throw new Refused("already_replaced");
    await connection.query(passOverAndReopen, [session.id, replaces.turn, passedOver, replaces.reopens]);
  }

  async function write(turn: NewTurn, connection: Connection): Promise<Outcome> {
    const { session, answers = [], files = [], at } = turn;
    const { rows } = await ("tokenHash" in session
      ? connection.query<TakenSession>(insertSession, [session.id, session.agentId, session.tokenHash, at])
      : connection.query<TakenSession>(nextTurn, [session.id, at]));
    const [taken] = rows;
    if (taken === undefined) {
      if (await isTaken(turn, connection)) throw new Refused("idempotency_key_taken");
      // A question or upload of a missing session does not exist either.
      if (answers.length > 0) throw new Refused("question_answered");
      if (files.length > 0) throw new Refused("upload_unavailable");
      throw new Refused("tokenHash" in session ? "agent_removed" : "session_erased");
    }
    const { turns: number } = taken;
    const isUnanswered = isLeftToPerson(taken.holder, turn.isQuietWhileWaiting);
    const budget = isUnanswered ? undefined : turn.budget;
    await putInPlace(turn, number, connection);
    const written = await connection.query<{
      answered: number;
      kept: number;
      sent: number;
      reserved: number;
    }>(budget ? writeBudgetedTurn : writeTurn, [
      ...valuesOf(turn, number),
      taken.epoch,
      isUnanswered ? "nobody" : null,
      turn.keyId,
      ...budgetValuesOf(budget, at),
    ]);
    const { answered = 0, kept = 0, sent = 0, reserved = 0 } = written.rows[0] ?? {};
    if (turn.idempotency && kept === 0) throw new Refused("idempotency_key_taken");
    if (answered < answers.length) throw new Refused("question_answered");
    if (sent < files.length) throw new Refused("upload_unavailable");
    if (budget && reserved === 0) throw new Refused("budget_reserved");
    return {
      kind: "accepted",
      turn: number,
      ...(taken.epoch > 0 && { epoch: taken.epoch }),
      ...(isUnanswered && { unanswered: holdingOf(taken) }),
    };
  }

  async function refuseWithReason({ budget, at }: NewTurn): Promise<BudgetRefusal> {
    const values = [budget?.keyId, dayOf(at), budget?.dailyTokens];
    const { rows } = await connections.query<{ refusal: BudgetRefusal["kind"] }>(refuseForBudget, values);
    return { kind: rows[0]?.refusal ?? "budget_reserved" };
  }

  async function accept(turn: NewTurn): Promise<Outcome> {
    try {
      return await connections.transaction((connection) => write(turn, connection));
    } catch (error) {
      if (error instanceof Refused)
        return error.kind === "budget_reserved" ? refuseWithReason(turn) : { kind: error.kind };
      throw error;
    }
  }

  // Messages of one session keep the order they came in, and only one of them occupies a connection.
  return (turn) => inOrder(turn.session.id, () => accept(turn));
}

function valuesOf(
  { session, messages, replyId, node, idempotency, answers = [], files = [], at }: NewTurn,
  turn: number,
) {
  return [
    session.id,
    turn,
    at,
    messages.map(({ id }) => id),
    messages.map(({ content }) => content),
    messages.map(({ parts }) => JSON.stringify(parts)),
    replyId,
    node,
    answers.map(({ questionId }) => questionId),
    answers.map(({ questionId: _id, ...answer }) => answerJson(answer)),
    idempotency?.agentId,
    idempotency?.key,
    idempotency?.bodyHash,
    idempotency?.expiresAt,
    files,
  ];
}

function budgetValuesOf(budget: NewTurn["budget"], at: number) {
  return budget ? [budget.keyId, dayOf(at), budget.replyTokens, budget.dailyTokens] : [];
}

/** Takes the transaction back. */
class Refused extends Error {
  readonly kind: TurnRefusal["kind"];

  constructor(kind: TurnRefusal["kind"]) {
    super(kind);
    this.kind = kind;
  }
}
