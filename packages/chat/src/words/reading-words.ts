import { enReading } from "./en-reading.ts";
import type { Words, WordsLike } from "./words.ts";

/** A dictionary with the words of answers that are formatted, which English brings along with them. */
export type ReadingWords = Words & WordsLike<typeof enReading>;

/** Adds the words of answers that are formatted to a dictionary that lacks them. */
export const readingWords = (words: Words): ReadingWords => ({ ...enReading, ...words });
