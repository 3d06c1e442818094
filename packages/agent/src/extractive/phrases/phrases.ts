import type { DetectedLanguage } from "@servicechat/contract/language";
import { ar } from "./ar.ts";
import { de } from "./de.ts";
import { en } from "./en.ts";
import { es } from "./es.ts";
import { fr } from "./fr.ts";
import { it } from "./it.ts";
import { ja } from "./ja.ts";
import { nl } from "./nl.ts";
import { pl } from "./pl.ts";
import { pt } from "./pt.ts";
import { tr } from "./tr.ts";
import { zh } from "./zh.ts";

/**
 * The model's own phrases in one language. `{language}` is replaced by the name of another, `{query}` by the search
 * query.
 */
export type Phrases = { readonly [Name in keyof typeof en]: string };

const translations: Readonly<Record<DetectedLanguage, Phrases>> = {
  ar,
  de,
  en,
  es,
  fr,
  it,
  ja,
  nl,
  pl,
  pt,
  tr,
  zh,
};

/** The phrases in a language; in English when it is not known. */
export function phrasesIn(language: DetectedLanguage | undefined): Phrases {
  return language === undefined ? en : translations[language];
}

/** That the pages are in another language than the visitor's, said in the visitor's. */
export function otherLanguageNote(visitor: DetectedLanguage, documentation: DetectedLanguage): string {
  const name = new Intl.DisplayNames([visitor], { type: "language" }).of(documentation) ?? documentation;
  return phrasesIn(visitor).otherLanguage.replace("{language}", name);
}
