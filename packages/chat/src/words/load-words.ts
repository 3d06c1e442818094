import type { FetchLater } from "../lazy/fetch-later.ts";
import { en } from "./en.ts";
import type { Language } from "./numbers-in.ts";
import type { Translation, Words } from "./words.ts";

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
export async function loadWords(
  wanted: readonly (string | undefined)[],
  fetchLater: FetchLater,
  losses = 0,
): Promise<Words> {
  for (const tag of wanted) {
    const locale = readLocale(tag);
    if (!locale) continue;
    const { language } = locale;
    if (language === "en") return { ...en, ...regional(locale) };
    if (!isTranslated(language)) continue;
    const fetched = await fetchWords(language, fetchLater, losses);
    return { ...fetched, ...regional(locale) };
  }
  return en;
}

async function fetchWords<Spoken extends Translated>(
  language: Spoken,
  fetchLater: FetchLater,
  losses: number,
): Promise<Translation> {
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
