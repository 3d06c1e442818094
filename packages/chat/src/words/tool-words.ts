import { enTools } from "./en-tools.ts";
import type { Words, WordsLike } from "./words.ts";

/** A dictionary with the words of what stands below messages, which English brings along with them. */
type ToolWords = Words & WordsLike<typeof enTools>;

/** Adds the words of what stands below messages to a dictionary that lacks them. */
export const toolWords = (words: Words): ToolWords => ({ ...enTools, ...words });
