import type { Signal } from "@preact/signals";
import type { FetchLater, LazyModuleDependencies } from "../lazy/fetch-later.ts";
import { en } from "./en.ts";
import type { Language } from "./numbers-in.ts";
import type { Translation, Words } from "./words.ts";
import { pauseAfter } from "../conversation/retry-policy.ts";

type Translated = Exclude<Language, "en">;

/** Each in a separate file, loaded when it is needed. English is part of the application. */
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
 * The dictionary for the first available language, in any region and script; English if there is none. Its `lang` keeps
 * the region, which determines the format of dates and sizes.
 *
 * @param wanted language tags, such as `de` or `pt-BR`; invalid ones are skipped
 * @param losses how often loading failed before
 * @throws if it cannot be loaded
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

/** Other regions may write Chinese with other characters, and Arabic with other digits, than the dictionary. */
function regional({ language, region }: Intl.Locale): { readonly lang: string } | undefined {
  return region && !/ar|ja|zh/.test(language) ? { lang: `${language}-${region}` } : undefined;
}

/**
 * Creates what loads the texts: for the first of some languages, separated by commas, or the browser's. If loading
 * fails it is repeated; until then the texts stay as they are, English if there are none. Resolves with the first of
 * them.
 */
export function createSpeaker(
  words: Signal<Words | undefined>,
  { fetchLater, wait }: LazyModuleDependencies,
): (lang: string | undefined) => Promise<void> {
  let wanted: string | undefined;
  async function find(lang: string | undefined, losses = 0): Promise<void> {
    if (lang !== wanted) return;
    const asked = lang?.split(",") ?? [];
    const found = await loadWords([...asked, ...navigator.languages], fetchLater, losses).catch(
      () => undefined,
    );
    if (lang !== wanted) return;
    words.value = found ?? words.peek() ?? en;
    if (!found) void wait(pauseAfter(losses)).then(() => find(lang, losses + 1));
  }
  return (lang) => {
    wanted = lang;
    return find(lang);
  };
}
