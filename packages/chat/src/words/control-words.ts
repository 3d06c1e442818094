import { enControls } from "./en-controls.ts";
import type { Words, WordsLike } from "./words.ts";

/** A dictionary with the words of the controls, which English brings along with them. */
export type ControlWords = Words & WordsLike<typeof enControls>;

/** Adds the words of the controls to a dictionary that lacks them. */
export const controlWords = (words: Words): ControlWords => ({ ...enControls, ...words });
