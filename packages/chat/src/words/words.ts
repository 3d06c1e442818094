import type { FailureCode } from "@servicechat/contract";
import { fetchLater } from "../later/fetch-later.ts";
import { en } from "./en.ts";
import type { enControls } from "./en-controls.ts";
import type { enDevice } from "./en-device.ts";
import type { enPictures } from "./en-pictures.ts";
import type { enReading } from "./en-reading.ts";
import type { enTools } from "./en-tools.ts";
import type { Language } from "./numbers-in.ts";

type Widened<T> = T extends string ? string : T;

/** What the service says in English of what it does. */
type ServiceSentence =
  | "Answer received"
  | "An image"
  // Why a tool failed, and what is known of its effect.
  | "An error was reported"
  | "It may have taken effect"
  | "It took too long"
  | "It was stopped"
  | "Nothing was sent"
  | "There was no answer"
  | "Searching the knowledge"
  | "Thinking"
  | "Waiting for an answer"
  | "Waiting for the previous answer"
  // What became of a row.
  | "done"
  | "failed"
  | "found"
  | "running";

/** A dictionary with the entries of one in English. */
export type WordsLike<English> = { readonly [Name in keyof English]: Widened<English[Name]> };

/** What a dictionary has for the sentences of the service. English has none of this: the service speaks it. */
interface ServiceWords {
  /** What is said of each failure. */
  readonly failures: Readonly<Record<FailureCode, string>>;
  readonly service: Readonly<Record<ServiceSentence, string>>;
}

/** The words that the first screen may need: the same entries for every language. */
export type Words = WordsLike<typeof en> & Partial<ServiceWords>;

/** A whole dictionary of another language than English, the words of later parts included. */
export type Translation = WordsLike<
  typeof en & typeof enControls & typeof enDevice & typeof enPictures & typeof enReading & typeof enTools
> &
  ServiceWords;

type Translated = Exclude<Language, "en">;

/** Each in a file of its own, fetched when it is wanted. English comes with the application. */
const translations: {
  readonly [Spoken in Translated]: (ending: string) => Promise<Readonly<Record<Spoken, Translation>>>;
} = {
  ar: () => import("./ar.ts"),
  de: () => import("./de.ts"),
  es: () => import("./es.ts"),
  fr: () => import("./fr.ts"),
  it: () => import("./it.ts"),
  ja: () => import("./ja.ts"),
  nl: () => import("./nl.ts"),
  pl: () => import("./pl.ts"),
  pt: () => import("./pt.ts"),
  tr: () => import("./tr.ts"),
  zh: () => import("./zh.ts"),
};

/**
 * The dictionary for the first wanted language that there is one for, in any region and script; English when there is
 * none. Its `lang` keeps the region, which dates and sizes are written for.
 *
 * @param wanted language tags, such as `de` or `pt-BR`; what is none is passed over
 * @param losses how often it could not be fetched before
 * @throws when it cannot be fetched
 */
export async function loadWords(wanted: readonly (string | undefined)[], losses = 0): Promise<Words> {
  for (const tag of wanted) {
    const locale = readLocale(tag);
    if (!locale) continue;
    const { language } = locale;
    if (language === "en") return { ...en, ...regional(locale) };
    if (!isTranslated(language)) continue;
    return { ...(await fetchWords(language, losses)), ...regional(locale) };
  }
  return en;
}

async function fetchWords<Spoken extends Translated>(language: Spoken, losses: number): Promise<Translation> {
  const module = await fetchLater(translations[language], losses);
  return module[language];
}

const isTranslated = (language: string): language is Translated => Object.hasOwn(translations, language);

function readLocale(tag = ""): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag.trim().replaceAll("_", "-"));
  } catch {
    return undefined;
  }
}

/** Other regions may write Chinese with other characters, and Arabic with other digits, than the dictionary does. */
function regional({ language, region }: Intl.Locale): { readonly lang: string } | undefined {
  return region && !/ar|ja|zh/.test(language) ? { lang: `${language}-${region}` } : undefined;
}
