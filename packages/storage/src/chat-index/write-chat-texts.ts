import type { Kysely } from "kysely";
import type { Tables } from "../schema/tables.ts";
import { foldWords } from "./fold-words.ts";

/** Turns whose words lie together: long chats are indexed piece by piece, and short ones whole. */
export const turnsOfBlock = 12;

/**
 * Ids for the texts of one chat, more than any chat has: the number of the chat times this, and that of the block. So a
 * search need not read a text to know its chat.
 */
export const idsOfChat = 4096;

interface Block {
  readonly sessionId: string;
  readonly block: number;
}

/** Writes the words again of those parts of chats in which a turn has changed. Replies that run have none yet. */
export async function writeChatTexts(
  transaction: Kysely<Tables>,
  changes: readonly { readonly session_id: string; readonly turn: number }[],
  numbers: ReadonlyMap<string, number>,
): Promise<void> {
  const blocks = new Map<string, Block>();
  for (const { session_id: sessionId, turn } of changes) {
    const block = Math.floor((turn - 1) / turnsOfBlock);
    if (turn > 0 && block < idsOfChat) blocks.set(`${sessionId} ${block}`, { sessionId, block });
  }
  const rows = [];
  for (const { sessionId, block } of blocks.values()) {
    const number = numbers.get(sessionId);
    if (number === undefined) continue;
    const text = await readWords(transaction, { sessionId, block });
    // Not an update: FTS5 would keep some of the old words for good, even when the chat is erased, if it had to remove and
    // add a row at once (`secure-delete`, SQLite 3.53). Between two statements it writes what it has removed.
    await transaction
      .deleteFrom("chat_texts")
      .where("session_id", "=", sessionId)
      .where("block", "=", block)
      .execute();
    rows.push({ id: number * idsOfChat + block, session_id: sessionId, block, text });
  }
  if (rows.length > 0) await transaction.insertInto("chat_texts").values(rows).execute();
}

/**
 * Notes the other pieces of chats that are listed for the first time and have many turns already: those were there before
 * this version of the service.
 */
export async function noteOtherBlocks(
  transaction: Kysely<Tables>,
  chats: readonly { readonly id: string }[],
): Promise<void> {
  if (chats.length === 0) return;
  const long = await transaction
    .selectFrom("sessions")
    .leftJoin("chats", "chats.id", "sessions.id")
    .select(["sessions.id", "sessions.turns"])
    .where(
      "sessions.id",
      "in",
      chats.map(({ id }) => id),
    )
    .where("sessions.turns", ">", turnsOfBlock)
    .where("chats.id", "is", null)
    .execute();
  const noted = long.flatMap(({ id, turns }) =>
    Array.from({ length: Math.ceil(turns / turnsOfBlock) }, (_, block) => ({
      session_id: id,
      turn: block * turnsOfBlock + 1,
    })),
  );
  if (noted.length > 0) await transaction.insertInto("chat_changes").values(noted).execute();
}

async function readWords(database: Kysely<Tables>, { sessionId, block }: Block): Promise<string> {
  const first = block * turnsOfBlock + 1;
  const messages = await database
    .selectFrom("messages")
    .select(["turn", "content"])
    .where("session_id", "=", sessionId)
    .where("turn", ">=", first)
    .where("turn", "<", first + turnsOfBlock)
    .orderBy("turn")
    .orderBy("position")
    .execute();
  const replies = await database
    .selectFrom("replies")
    .select(["turn", "content"])
    .where("session_id", "=", sessionId)
    .where("turn", ">=", first)
    .where("turn", "<", first + turnsOfBlock)
    .where("status", "!=", "streaming")
    .execute();
  const texts = [...messages, ...replies].map(({ content }) => foldWords(content).join(" "));
  return texts.filter((text) => text !== "").join(" ");
}
