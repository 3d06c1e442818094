import { en } from "./en.ts";

type Widened<T> = T extends string ? string : T;

/** A dictionary: the same entries for every language. */
export type Words = { readonly [Name in keyof typeof en]: Widened<(typeof en)[Name]> };

const dictionaries: readonly Words[] = [en];

/**
 * The dictionary for the first wanted language that there is one for, in any region (`en-GB` finds `en`);
 * English when there is none.
 */
export function wordsFor(wanted: readonly (string | undefined)[]): Words {
  const languages = wanted.map((language) => language?.toLowerCase().split("-")[0]);
  const found = languages.map((language) => dictionaries.find((words) => words.lang === language));
  return found.find((words) => words !== undefined) ?? en;
}
