import type { GivenAnswer } from "@servicechat/contract";
import type { ConversationStore } from "../chats/conversation-store.ts";
import { answeredInPlainText, answerJson, passedOver } from "../chats/replies.ts";
import type { NewTurn, ReplacedTurn } from "../chats/turns.ts";
import { holdingOf, isLeftToPerson, type HoldingColumns } from "../holders/holder.ts";
import type { Exclusive } from "./exclusive.ts";
import type { Connection } from "./open-connection.ts";
import type { Spending } from "./spending.ts";

/** Takes the pattern of the answers that are written over. */
const isOpen = "(answer is null or answer like ?)";
/** Plain text takes the place of no answer: it came a moment later than another, and is about what that one led to. */
const overwritten = (plainText: true | undefined): string => (plainText ? "" : answeredInPlainText);

interface Dependencies {
  readonly connection: Connection;
  readonly exclusive: Exclusive;
  readonly spending: Spending;
}

/** Everything a visitor's turn writes, in one transaction: it is there whole or not at all. */
export function createAcceptTurn({
  connection,
  exclusive,
  spending,
}: Dependencies): ConversationStore["acceptTurn"] {
  const findKept = connection.prepare<{ found: 1 }>(
    "select 1 as found from idempotency where agent_id = ? and key = ? and expires_at > ?",
  );
  const isOpenQuestion = connection.prepare<{ found: 1 }>(
    `select 1 as found from questions where session_id = ? and id = ? and ${isOpen}`,
  );
  const insertSession = connection.prepare(
    `insert into sessions (id, agent_id, token_hash, created_at, last_active_at, turns)
     select ?, id, ?, ?, ?, 0 from agents where id = ? and deleted = 0`,
  );
  const nextTurn = connection.prepare<HoldingColumns & { turns: number }>(
    `update sessions set turns = turns + 1, last_active_at = max(last_active_at, ?)
     where id = ? and erased = 0 returning turns, holder, epoch, held_since, operator_id, operator_name`,
  );
  const selectHolder = connection.prepare<{ holder: string }>("select holder from sessions where id = ?");
  const insertMessage = connection.prepare(
    `insert into messages (id, session_id, turn, position, content, parts, created_at)
     values (?, ?, ?, ?, ?, ?, ?)`,
  );
  const insertReply = connection.prepare(
    `insert into replies (id, session_id, turn, status, content, parts, transcript, failure, truncated, created_at, node,
       author, asked_key, epoch)
     values (?, ?, ?, ?, '', '[]', '[]', null, 0, ?, ?, ?, ?, ?)`,
  );
  const keep = connection.prepare(
    `insert or replace into idempotency (agent_id, key, body_hash, session_id, turn, reply_id, expires_at)
     values (?, ?, ?, ?, ?, ?, ?)`,
  );
  const answerQuestion = connection.prepare(
    `update questions set answer = ? where session_id = ? and id = ? and ${isOpen}`,
  );

  const sendFile = connection.prepare(
    "update files set sent_at = ?, address = null where session_id = ? and id = ?",
  );
  const isUnsentFile = connection.prepare<{ found: 1 }>(
    "select 1 as found from files where session_id = ? and id = ? and sent_at is null",
  );

  const isReplaceable = connection.prepare<{ found: 1 }>(
    `select 1 as found from sessions where id = ? and turns = ?
     and not exists (select 1 from replies where session_id = sessions.id and status = 'streaming')`,
  );
  const replaceTurn = connection.prepare("update replies set replaced = 1 where session_id = ? and turn = ?");
  const passOver = connection.prepare(
    "update questions set answer = ? where session_id = ? and turn = ? and answer is null",
  );
  const reopen = connection.prepare("update questions set answer = null where session_id = ? and id = ?");

  const isKept = ({ agentId, key }: NonNullable<NewTurn["idempotency"]>, at: number) =>
    findKept.get(agentId, key, at) !== undefined;

  function putInPlaceOf(sessionId: string, { turn, reopens }: ReplacedTurn): void {
    replaceTurn.run(sessionId, turn);
    passOver.run(passedOver, sessionId, turn);
    for (const id of reopens) reopen.run(sessionId, id);
  }

  function write({
    session,
    messages,
    replyId,
    node,
    idempotency,
    answers = [],
    files = [],
    replaces,
    budget: limited,
    keyId,
    isQuietWhileWaiting,
    at,
  }: NewTurn): Awaited<ReturnType<ConversationStore["acceptTurn"]>> {
    if (idempotency && isKept(idempotency, at)) return { kind: "idempotency_key_taken" };
    if (replaces && !isReplaceable.get(session.id, replaces.turn)) return { kind: "already_replaced" };
    const mayAnswer = ({ questionId, plainText }: GivenAnswer & { questionId: string }) =>
      replaces?.reopens.includes(questionId) ||
      isOpenQuestion.get(session.id, questionId, overwritten(plainText));
    if (!answers.every(mayAnswer)) return { kind: "question_answered" };
    if (!files.every((id) => isUnsentFile.get(session.id, id))) return { kind: "upload_unavailable" };
    const isUnanswered = isLeftToPerson(selectHolder.get(session.id)?.holder, isQuietWhileWaiting);
    const budget = isUnanswered ? undefined : limited;
    const refusal = budget && spending.refuse(budget, at);
    if (refusal) return refusal;
    if ("tokenHash" in session) {
      const inserted = insertSession.run(session.id, session.tokenHash, at, at, session.agentId);
      if (inserted === 0) return { kind: "agent_removed" };
    }
    const taken = nextTurn.get(at, session.id);
    if (taken === undefined) return { kind: "session_erased" };
    const { turns: turn, epoch } = taken;

    if (replaces) putInPlaceOf(session.id, replaces);
    for (const [position, message] of messages.entries()) {
      const parts = JSON.stringify(message.parts);
      insertMessage.run(message.id, session.id, turn, position, message.content, parts, at);
    }
    const [status, author] = isUnanswered ? ["complete", "nobody"] : ["streaming", null];
    insertReply.run(replyId, session.id, turn, status, at, node, author, keyId ?? null, epoch);
    for (const { questionId, ...answer } of answers) {
      answerQuestion.run(answerJson(answer), session.id, questionId, overwritten(answer.plainText));
    }
    for (const id of files) sendFile.run(at, session.id, id);
    if (budget) spending.reserve({ replyId, node, budget, at });
    if (idempotency) {
      const { agentId, key, bodyHash, expiresAt } = idempotency;
      keep.run(agentId, key, bodyHash, session.id, turn, replyId, expiresAt);
    }
    return {
      kind: "accepted",
      turn,
      ...(epoch > 0 && { epoch }),
      ...(isUnanswered && { unanswered: holdingOf(taken) }),
    };
  }

  return (turn) => exclusive.writing(() => write(turn));
}
