import type { en } from "./en/en.ts";

/** A dictionary of the same shape whose texts may say anything. */
type Translated<Dictionary> = {
  readonly [Name in keyof Dictionary]: Dictionary[Name] extends string
    ? string
    : Dictionary[Name] extends (...values: infer Values) => string
      ? (...values: Values) => string
      : Translated<Dictionary[Name]>;
};

/** Everything that the console says, in one language. */
export type Words = Translated<typeof en>;

/** The languages of the console, each named in itself. */
export const languages = { en: "English", de: "Deutsch" } as const;
