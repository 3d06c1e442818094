import { sql, type Kysely } from "kysely";
import { isOfLiveAgent } from "../preview-id.ts";
import type { Tables } from "../schema/tables.ts";
import type { TurnFacts } from "./chat-tally.ts";

/** A recorded change: a row of `chat_changes`. */
export interface RecordedChange {
  readonly id: number;
  readonly session_id: string;
  readonly turn: number;
}

/** A turn that has changed, as it is now. */
export interface ChangedTurn {
  readonly sessionId: string;
  readonly turn: number;
  /** As its chat's row counts it already; `undefined` if it does not. */
  readonly before: TurnFacts | undefined;
  readonly facts: TurnFacts;
  /** The visitor's messages, in order. */
  readonly questions: readonly { readonly content: string; readonly at: number }[];
  readonly answer: string;
}

/** Reads the turns that have changed, all at once. Drafts of agents have no chats that are listed. */
export async function readChangedTurns(
  database: Kysely<Tables>,
  changes: readonly RecordedChange[],
): Promise<readonly ChangedTurn[]> {
  const ids = changes.filter(({ turn }) => turn > 0).map(({ id }) => id);
  if (ids.length === 0) return [];
  const replies = await database
    .selectFrom("chat_changes")
    .innerJoin("replies", (join) =>
      join
        .onRef("replies.session_id", "=", "chat_changes.session_id")
        .onRef("replies.turn", "=", "chat_changes.turn"),
    )
    .innerJoin("sessions", "sessions.id", "replies.session_id")
    .leftJoin("reply_facts", "reply_facts.reply_id", "replies.id")
    .leftJoin("reply_flags", "reply_flags.reply_id", "replies.id")
    .leftJoin("chat_turns", (join) =>
      join
        .onRef("chat_turns.session_id", "=", "chat_changes.session_id")
        .onRef("chat_turns.turn", "=", "chat_changes.turn"),
    )
    .select(["replies.session_id", "replies.turn", "replies.created_at", "status", "author", "content"])
    .select(["rating", "replaced", "details", "reply_flags.reason as flagged", "chat_turns.facts as before"])
    .select(["unanswered", "key_id", "language", "version", "marks"])
    .where("chat_changes.id", "in", ids)
    .where(isOfLiveAgent("sessions.agent_id"))
    .execute();
  const messages = await database
    .selectFrom("chat_changes")
    .innerJoin("messages", (join) =>
      join
        .onRef("messages.session_id", "=", "chat_changes.session_id")
        .onRef("messages.turn", "=", "chat_changes.turn"),
    )
    .select(["messages.session_id", "messages.turn", "position", "content", "created_at as at"])
    .distinct()
    .where("chat_changes.id", "in", ids)
    .orderBy("position")
    .execute();
  const questions = Map.groupBy(messages, placeOf);
  // A turn may have been recorded several times.
  const turns = new Map(replies.map((reply) => [placeOf(reply), reply]));
  return [...turns].map(([place, reply]) => {
    const asked = questions.get(place) ?? [];
    return {
      sessionId: reply.session_id,
      turn: reply.turn,
      before: reply.before === null ? undefined : JSON.parse(reply.before),
      facts: factsOf(reply, asked.length),
      questions: asked,
      answer: reply.content,
    };
  });
}

const placeOf = ({ session_id: sessionId, turn }: { readonly session_id: string; readonly turn: number }) =>
  `${sessionId} ${turn}`;

interface ReadReply {
  readonly created_at: number;
  readonly status: string;
  readonly author: string | null;
  readonly rating: string | null;
  readonly replaced: number;
  readonly details: string | null;
  readonly flagged: string | null;
  readonly unanswered: number | null;
  readonly key_id: string | null;
  readonly language: string | null;
  readonly version: number | null;
  readonly marks: string | null;
}

function factsOf(reply: ReadReply, messages: number): TurnFacts {
  const marks: readonly string[] = JSON.parse(reply.marks ?? "[]");
  const user: TurnFacts["user"] = reply.details === null ? undefined : JSON.parse(reply.details).user;
  return {
    author: reply.author === "person" || reply.author === "nobody" ? reply.author : "agent",
    messages,
    at: reply.created_at,
    status: reply.status,
    ...(reply.replaced === 1 && { replaced: true }),
    ...(reply.rating !== null && { rating: reply.rating }),
    ...(reply.unanswered === 1 && { unanswered: true }),
    ...(reply.flagged !== null && { flagged: true }),
    ...(marks.length > 0 && { marks }),
    ...(reply.language !== null && { language: reply.language }),
    ...(reply.version !== null && { version: reply.version }),
    ...(reply.key_id !== null && { keyId: reply.key_id }),
    ...(user !== undefined && { user }),
  };
}

/** Keeps how the rows of chats count these turns. */
export async function writeTurnFacts(
  transaction: Kysely<Tables>,
  turns: readonly ChangedTurn[],
): Promise<void> {
  if (turns.length === 0) return;
  await transaction
    .insertInto("chat_turns")
    .values(
      turns.map(({ sessionId, turn, facts }) => ({
        session_id: sessionId,
        turn,
        facts: JSON.stringify(facts),
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(["session_id", "turn"]).doUpdateSet((row) => ({ facts: row.ref("excluded.facts") })),
    )
    .execute();
}

/** Turns read at once when those around one are looked through. */
const nearby = 20;

/** Reads how a chat's row counts its turns between two, in pages. */
export async function* readTurnFacts(
  database: Kysely<Tables>,
  sessionId: string,
  { from, to, order }: { readonly from: number; readonly to: number; readonly order: "asc" | "desc" },
): AsyncGenerator<{ readonly turn: number; readonly facts: TurnFacts }> {
  for (let [above, below] = [from, to]; ;) {
    const rows = await database
      .selectFrom("chat_turns")
      .select(["turn", "facts"])
      .where("session_id", "=", sessionId)
      .where("turn", ">", above)
      .where("turn", "<", below)
      .orderBy("turn", order)
      .limit(nearby)
      .execute();
    for (const { turn, facts } of rows) yield { turn, facts: JSON.parse(facts) };
    const last = rows.at(-1);
    if (!last || rows.length < nearby) return;
    if (order === "asc") above = last.turn;
    else below = last.turn;
  }
}

/** Of these chats, those whose newest turn asks something that the visitor has not answered. */
export async function findOpenQuestions(
  database: Kysely<Tables>,
  turns: readonly { readonly sessionId: string; readonly turn: number }[],
): Promise<ReadonlySet<string>> {
  if (turns.length === 0) return new Set();
  const places = turns.map(
    ({ sessionId, turn }) => sql`(cast(${sessionId} as text), cast(${turn} as integer))`,
  );
  const rows = await database
    .selectFrom("questions")
    .select("session_id")
    .where(sql<boolean>`(session_id, turn) in (values ${sql.join(places)})`)
    .where("answer", "is", null)
    .execute();
  return new Set(rows.map((row) => row.session_id));
}
