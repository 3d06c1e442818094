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

/** The model's own sentences in one language. `{language}` stands for the name of another, `{query}` for what was searched for. */
export type Sentences = { readonly [Name in keyof typeof en]: string };

const translations: Readonly<Record<DetectedLanguage, Sentences>> = {
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

/** The sentences in a language; in English when it is not known. */
export function sentencesIn(language: DetectedLanguage | undefined): Sentences {
  return language === undefined ? en : translations[language];
}

/** That the pages are in another language than the visitor's, said in the visitor's. */
export function otherLanguageNote(visitor: DetectedLanguage, documentation: DetectedLanguage): string {
  const name = new Intl.DisplayNames([visitor], { type: "language" }).of(documentation) ?? documentation;
  return sentencesIn(visitor).otherLanguage.replace("{language}", name);
}
