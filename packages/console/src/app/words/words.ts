import { en } from "./en.ts";

/** A dictionary of the same shape, with any texts. */
export type Translated<Dictionary> = {
  readonly [Name in keyof Dictionary]: Dictionary[Name] extends string
    ? string
    : Dictionary[Name] extends (...values: infer Values) => string
      ? (...values: Values) => string
      : Dictionary[Name] extends readonly string[]
        ? readonly string[]
        : Translated<Dictionary[Name]>;
};

/** All texts of the console, in one language. */
export type Words = Translated<typeof en>;

/** The languages of the console, each in its own name. */
export const languages = { en: "English", de: "Deutsch" } as const;

/**
 * The dictionary of the first available language; English if there is none, or if it cannot be loaded. Its `lang` keeps
 * the region, which determines the format of times and numbers.
 */
export async function loadWords(wanted: readonly string[]): Promise<Words> {
  for (const tag of wanted) {
    const language = tag.split("-")[0]?.toLowerCase() ?? "";
    if (!Object.hasOwn(languages, language)) continue;
    const lang = Intl.DateTimeFormat.supportedLocalesOf(tag)[0] ?? language;
    if (language === "en") return { ...en, lang };
    return import("./de.ts").then(
      ({ de }) => ({ ...de, lang }),
      () => en,
    );
  }
  return en;
}
