import { sql, type Kysely } from "kysely";
import { handoffOf } from "../holders/holder.ts";
import { isOfLiveAgent } from "../preview-id.ts";
import type { ChatRow } from "../schema/rows/chat-list.ts";
import type { SessionRow } from "../schema/rows/chats.ts";
import type { Tables } from "../schema/tables.ts";
import { replyMarks } from "../usage/reply-facts.ts";
import { addressSince } from "./address-since.ts";
import { emptyTally, tallyAfter, type ChatTally, type TurnCounts } from "./chat-tally.ts";
import { excerpt } from "./excerpt.ts";
import { outcomeOf } from "./outcome.ts";
import { plainText } from "./plain-text.ts";
import { findOpenQuestions, readTurnFacts, type ChangedTurn } from "./read-changed-turns.ts";

/** A chat's row before it has a number and its place in the order of changes. */
export type NewChatRow = Omit<ChatRow, "number" | "revision">;

/** The part of an answer that is read for it: its markup and the addresses of its links need space. */
const maxRead = 1_000;

/** The newest versions of the agent that a chat is found by. */
const maxVersions = 50;

/** A chat with what has changed in it, and the row that it has so far. */
interface ChangedChat {
  readonly session: SessionRow;
  readonly row: ChatRow | undefined;
  readonly turns: readonly ChangedTurn[];
  readonly handoff: Handoff | undefined;
  readonly tally: ChatTally;
}

type Handoff = Awaited<ReturnType<typeof readHandoffs>> extends Map<string, infer Each> ? Each : never;

/**
 * The rows of chats after changes, made from the rows that they have and the turns that have changed. Chats without a
 * turn have none, nor those with a draft of an agent.
 *
 * @param turns those that have changed, as they are kept in `chat_turns` already
 * @param before the rows that chats have so far, by id
 */
export async function readChats(
  database: Kysely<Tables>,
  {
    ids,
    turns,
    before,
    now,
  }: {
    readonly ids: readonly string[];
    readonly turns: readonly ChangedTurn[];
    readonly before: ReadonlyMap<string, ChatRow>;
    readonly now: number;
  },
): Promise<readonly NewChatRow[]> {
  const sessions = await database
    .selectFrom("sessions")
    .selectAll()
    .where("id", "in", ids)
    .where(isOfLiveAgent("agent_id"))
    .execute();
  const turnsOf = Map.groupBy(turns, ({ sessionId }) => sessionId);
  const handoffs = await readHandoffs(database, ids);
  const chats: ChangedChat[] = [];
  for (const session of sessions) {
    const row = before.get(session.id);
    const changed = turnsOf.get(session.id) ?? [];
    const tallied: ChatTally = row ? JSON.parse(row.tally) : emptyTally;
    const changes = changed.map((turn) => ({ turn: turn.turn, before: turn.before, after: turn.facts }));
    const tally = await tallyAfter(tallied, changes, (range) => readTurnFacts(database, session.id, range));
    const handoff = handoffs.get(session.id);
    // Somebody who asks for a person before the first message is there all the same.
    if (handoff || tally.latest.turn) chats.push({ session, row, turns: changed, handoff, tally });
  }
  const asking = await findOpenQuestions(
    database,
    chats.flatMap(({ session: { id: sessionId }, tally: { latest } }) =>
      latest.turn ? [{ sessionId, turn: latest.turn.turn }] : [],
    ),
  );
  const made: NewChatRow[] = [];
  for (const chat of chats)
    made.push(await rowOf(database, chat, { hasOpenQuestion: asking.has(chat.session.id), now }));
  return made;
}

async function rowOf(
  database: Kysely<Tables>,
  chat: ChangedChat,
  { hasOpenQuestion, now }: { readonly hasOpenQuestion: boolean; readonly now: number },
): Promise<NewChatRow> {
  const { session, handoff, turns } = chat;
  const { address: known, ...tally } = chat.tally;
  const { counts, latest } = tally;
  const outcome = outcomeOf({
    isRunning: (counts["running"] ?? 0) > 0,
    newest: latest.reply?.value,
    rating: latest.rating?.value,
    hasOpenQuestion,
    isHandedOff: (counts["people"] ?? 0) > 0 || Boolean(handoff?.hasJoined),
    isClosed: handoff?.closedTurn === session.turns,
    lastAt: session.last_active_at,
    now,
  });
  const address =
    handoff &&
    (await addressSince(database, {
      session,
      handoff: handoff.row,
      personAt: latest.personAt?.value ?? 0,
      known,
      written: turns.flatMap(({ questions }) => questions.map(({ at }) => at)),
    }));
  const kept: ChatTally = { ...tally, ...(address?.known && { address: address.known }) };
  return {
    id: session.id,
    agent_id: session.agent_id,
    key_id: latest.keyId?.value ?? handoff?.row.key_id ?? null,
    started_at: session.created_at,
    last_at: session.last_active_at,
    messages: counts["messages"] ?? 0,
    ...(await excerptsOf(database, chat)),
    holder: session.holder,
    outcome,
    rating: counts["rating.down"] ? "down" : counts["rating.up"] ? "up" : null,
    marks: JSON.stringify(replyMarks.filter((mark) => hasMark(counts, mark))),
    language: latest.language?.value ?? null,
    versions: JSON.stringify(versionsIn(counts)),
    user_id: latest.user?.value.id ?? null,
    user_name: latest.user?.value.name ?? null,
    tally: JSON.stringify(kept),
    counted: JSON.stringify(usageOf(outcome, counts)),
    operator_id: session.operator_id,
    operator_name: session.operator_name,
    epoch: session.epoch,
    handoff: handoff ? JSON.stringify(handoffOf(handoff.row)) : null,
    address_since: address?.since ?? null,
  };
}

/** Why a person was asked for in these chats, and whether one has come or closed it. */
async function readHandoffs(database: Kysely<Tables>, ids: readonly string[]) {
  const rows = await database
    .selectFrom("handoffs")
    .innerJoin("sessions", "sessions.id", "handoffs.session_id")
    // Every move writes one event, with the epoch of the move.
    .leftJoin("chat_events as last", (join) =>
      join.onRef("last.session_id", "=", "sessions.id").onRef("last.epoch", "=", "sessions.epoch"),
    )
    .selectAll("handoffs")
    .select(["last.type as last_type", "last.turn as last_turn"])
    .select((chat) =>
      chat
        .exists(
          chat
            .selectFrom("chat_events")
            .select("chat_events.id")
            .whereRef("chat_events.session_id", "=", "handoffs.session_id")
            .where("chat_events.type", "=", sql.lit("joined")),
        )
        .as("has_joined"),
    )
    .where("handoffs.session_id", "in", ids)
    .execute();
  return new Map(
    rows.map(({ last_type, last_turn, has_joined, ...row }) => [
      row.session_id,
      {
        row,
        hasJoined: Boolean(has_joined),
        closedTurn: last_type === "closed" ? last_turn : undefined,
      },
    ]),
  );
}

/** How a chat begins, and its newest message: of turns that have not changed, the row has them already. */
async function excerptsOf(
  database: Kysely<Tables>,
  { session: { id }, row, turns, tally }: ChangedChat,
): Promise<Pick<NewChatRow, "first" | "last">> {
  const before: ChatTally = row ? JSON.parse(row.tally) : emptyTally;
  const textsOf = async (turn: number): Promise<TurnTexts> => {
    const changed = turns.find((one) => one.turn === turn);
    return changed ? textsIn(changed) : readTexts(database, id, turn);
  };
  const hasChanged = (turn: number | undefined) => turns.some((one) => one.turn === turn);
  const { first } = tally;
  const last = tally.latest.turn?.turn;
  const isFirstKnown = first === before.first && !hasChanged(first);
  const isLastKnown = last === before.latest.turn?.turn && !hasChanged(last);
  const opening = first === undefined || isFirstKnown ? undefined : await textsOf(first);
  const newest = last === undefined || isLastKnown ? undefined : await textsOf(last);
  return {
    first: opening ? opening.question || (await opening.answer()) : isFirstKnown ? (row?.first ?? "") : "",
    last: newest ? (await newest.answer()) || newest.question : isLastKnown ? (row?.last ?? "") : "",
  };
}

/** How the first message of a turn and its reply begin. */
interface TurnTexts {
  readonly question: string;
  readonly answer: () => Promise<string>;
}

function textsIn({
  questions,
  answer,
  facts,
}: Pick<ChangedTurn, "questions" | "answer" | "facts">): TurnTexts {
  const said = answer.slice(0, maxRead);
  return {
    question: excerpt(questions[0]?.content ?? ""),
    // Agents write Markdown, people do not.
    answer: async () => excerpt(facts.author === "agent" ? await plainText(said) : said),
  };
}

async function readTexts(database: Kysely<Tables>, sessionId: string, turn: number): Promise<TurnTexts> {
  const message = await database
    .selectFrom("messages")
    .select("content")
    .where("session_id", "=", sessionId)
    .where("turn", "=", turn)
    .orderBy("position")
    .limit(1)
    .executeTakeFirst();
  const reply = await database
    .selectFrom("replies")
    .select(["content", "author"])
    .where("session_id", "=", sessionId)
    .where("turn", "=", turn)
    .executeTakeFirst();
  const said = (reply?.content ?? "").slice(0, maxRead);
  return {
    question: excerpt(message?.content ?? ""),
    answer: async () => excerpt(reply?.author === null ? await plainText(said) : said),
  };
}

/** The marks of all replies, and those of their ratings and flags. */
function hasMark(counts: TurnCounts, mark: (typeof replyMarks)[number]): boolean {
  if (counts[`mark.${mark}`]) return true;
  if (mark === "thumbs_down") return Boolean(counts["rating.down"]);
  return (mark === "flagged" || mark === "unanswered") && Boolean(counts[mark]);
}

function versionsIn(counts: TurnCounts): readonly number[] {
  return Object.keys(counts)
    .filter((name) => name.startsWith("version."))
    .map((name) => Number(name.slice("version.".length)))
    .toSorted((one, other) => one - other)
    .slice(-maxVersions);
}

/** What the chat counts besides its agent's replies, which are counted when they end. */
function usageOf(outcome: string, counts: TurnCounts): TurnCounts {
  const amounts = {
    [`outcome.${outcome}`]: 1,
    "rating.up": counts["rating.up"],
    "rating.down": counts["rating.down"],
    "messages.person": counts["people"],
    "messages.visitor": counts["left"],
    chats: counts["begunLeft"],
  };
  return Object.fromEntries(
    Object.entries(amounts).flatMap(([name, amount]) => (amount ? [[name, amount]] : [])),
  );
}
