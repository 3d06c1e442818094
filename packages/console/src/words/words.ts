import type { en } from "./en/en.ts";

/** A dictionary of the same shape, with any texts. */
type Translated<Dictionary> = {
  readonly [Name in keyof Dictionary]: Dictionary[Name] extends string
    ? string
    : Dictionary[Name] extends (...values: infer Values) => string
      ? (...values: Values) => string
      : Translated<Dictionary[Name]>;
};

/** All texts of the console, in one language. */
export type Words = Translated<typeof en>;

/** The languages of the console, each in its own name. */
export const languages = { en: "English", de: "Deutsch" } as const;
