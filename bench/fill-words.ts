import { idsOfChat } from "../packages/storage/src/chat-index/write-chat-texts.ts";
import { firstNumber } from "./fill-sessions.ts";
import { openFillable } from "./open-fillable.ts";
import type { Places } from "./places.ts";

/** The searchable words in a database's chats. */
export interface Words {
  readonly sessions: number;
  readonly wordsEach: number;
  /** Called with the number of chats with words so far. */
  readonly progress: (filled: number) => void;
}

/** Chats written in one transaction. */
const batch = 2_000;
const syllables = [
  "ba",
  "ke",
  "lo",
  "mi",
  "nu",
  "ra",
  "so",
  "te",
  "vi",
  "zu",
  "pan",
  "ter",
  "gol",
  "din",
  "mar",
];

/** The number of different words. */
export const vocabularySize = 20_000;

/** An invented word: the lower its number, the more frequent it is, as in a language. */
export function benchWord(rank: number): string {
  let word = "";
  for (let rest = rank + syllables.length; rest > 0; rest = Math.floor(rest / syllables.length))
    word += syllables[rest % syllables.length] ?? "";
  return word;
}

/** Adds searchable words to the chats of `fillSessions`: this many in each, and the same in every run. */
export async function fillWords(places: Places, { sessions, wordsEach, progress }: Words): Promise<void> {
  const vocabulary = Array.from({ length: vocabularySize }, (_, rank) => benchWord(rank));
  const share = createShares();
  /** The first is every fourteenth word of a text, the second half as frequent, the third a third. */
  const word = () => vocabulary[Math.floor(vocabularySize ** share()) - 1];
  const text = () => Array.from({ length: wordsEach }, word).join(" ");
  const run = await openFillable(places);
  try {
    await run.transaction(run.forgetWords);
    for (let first = 0; first < sessions; first += batch) {
      progress(first);
      const rows = Array.from({ length: Math.min(batch, sessions - first) }, (_, at) => {
        const number = firstNumber + first + at;
        return `(${number * idsOfChat}, 'ses_${number}', 0, '${text()}')`;
      });
      // Chats that the service has listed in the meantime have words already.
      await run.transaction([
        `insert into chat_texts (id, session_id, block, text) values ${rows.join(", ")} on conflict do nothing`,
      ]);
    }
    await run.transaction(run.indexWords);
    await run.settle();
  } finally {
    await run.close();
  }
}

/** Numbers from 0 to 1 that look random but are the same each time. */
function createShares(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
