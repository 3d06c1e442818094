import type { Kysely } from "kysely";
import { storedWords } from "../chats/search-terms.ts";
import type { ChatTextRow } from "../schema/rows/chat-list.ts";
import type { Tables } from "../schema/tables.ts";
import type { ChangedTurn } from "./read-changed-turns.ts";

/**
 * Ids for the texts of one chat: two for each turn, of what the visitor wrote and of the reply. The id is the number of
 * the chat times this, and that of the text, so a search need not read a text to know its chat. Turns of a chat beyond
 * them are not searched.
 */
export const idsOfChat = 2 ** 17;

/** Distinct words of a message or reply that are found: whoever sends unusual letters costs no more than others. */
const maxDistinctWords = 400;

/**
 * Writes the words of turns that have changed, and of each but once: the visitor's when the turn is listed, and the
 * reply's when it has ended. Only where an ended reply has got another text are its words written again.
 */
export async function writeChatTexts(
  transaction: Kysely<Tables>,
  turns: readonly ChangedTurn[],
  numbers: ReadonlyMap<string, number>,
): Promise<void> {
  const texts = new Map(
    turns.flatMap((turn) => textsOf(turn, numbers.get(turn.sessionId))).map((text) => [text.id, text]),
  );
  if (texts.size === 0) return;
  const known = await transaction
    .selectFrom("chat_texts")
    .select(["id", "text"])
    .where("id", "in", [...texts.keys()])
    .execute();
  const outdated: number[] = [];
  for (const { id, text } of known) {
    if (texts.get(id)?.text === text) texts.delete(id);
    else outdated.push(id);
  }
  // Not an update: FTS5 would keep some of the old words for good, even when the chat is erased, if it had to remove and
  // add a row at once (`secure-delete`, SQLite 3.53). Between two statements it writes what it has removed.
  if (outdated.length > 0) await transaction.deleteFrom("chat_texts").where("id", "in", outdated).execute();
  if (texts.size > 0)
    await transaction
      .insertInto("chat_texts")
      .values([...texts.values()])
      .execute();
}

function textsOf(
  { sessionId, turn, questions, answer, facts }: ChangedTurn,
  number: number | undefined,
): readonly ChatTextRow[] {
  if (number === undefined || turn >= idsOfChat / 2) return [];
  const id = number * idsOfChat + 2 * turn;
  const asked = questions.map(({ content }) => wordsOf(content)).filter(Boolean);
  const answered = facts.status === "streaming" ? "" : wordsOf(answer);
  return [
    { id, session_id: sessionId, text: asked.join(" ") },
    { id: id + 1, session_id: sessionId, text: answered },
  ].filter(({ text }) => text !== "");
}

/** The words of a text up to the last distinct one that is found. */
function wordsOf(text: string): string {
  const words = storedWords(text);
  const distinct = new Set<string>();
  const end = words.findIndex((word) => distinct.add(word).size > maxDistinctWords);
  return (end === -1 ? words : words.slice(0, end)).join(" ");
}
