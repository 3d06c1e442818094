import { stopWords, type Language } from "./stop-words.ts";
import { wordsOf } from "./words-of.ts";

/** Any language that can be recognised: those with stop words, and those with their own script. */
export type DetectedLanguage = Language | "ar" | "ja" | "zh";

const languages = Object.keys(stopWords) as readonly Language[];

/** A longer text is in the language of its beginning, in characters: a visitor's message may be much longer. */
const maxRead = 1_000;

/** How many small words make a mostly Latin text that names something in another script one of their language. */
const minAmongLatin = 2;

/** Letters that only some of the languages use. Tried in order; Japanese uses Chinese characters too. */
const scripts: readonly (readonly [DetectedLanguage, RegExp])[] = [
  ["ja", /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ["zh", /\p{Script=Han}/u],
  ["ar", /\p{Script=Arabic}/u],
];
const letters: Partial<Record<Language, RegExp>> = {
  de: /[äöüß]/u,
  fr: /[àâçèêëîïôœùû]/u,
  es: /[¿¡ñ]/u,
  pl: /[ąćęłńśźż]/u,
  pt: /[ãõ]/u,
  tr: /[ğışİ]/u,
};

/**
 * The language of a text, determined by its small words and its letters. `undefined` if it has too few of either, as
 * most questions of one word have, or when two languages fit equally well.
 *
 * Statistics over letters need longer texts than questions are; small words do not.
 *
 * @example
 * detectLanguage("Wie lange dauert der Versand?"); // "de"
 * detectLanguage("refund"); // undefined
 */
export function detectLanguage(text: string): DetectedLanguage | undefined {
  const lower = text.slice(0, maxRead).normalize("NFC").toLowerCase();
  const script = scripts.find(([, pattern]) => pattern.test(lower))?.[0];
  if (script && !isMostlyLatin(lower)) return script;

  const words = wordsOf(lower);
  const ranked = languages
    .map((language) => ({
      language,
      evidence:
        words.filter((word) => stopWords[language].has(word)).length +
        (letters[language]?.test(lower) ? 1 : 0),
    }))
    .toSorted((one, other) => other.evidence - one.evidence);
  const [first, second] = ranked;
  // Latin letters alone may be names, as of products; small words are a language.
  if (script && (first?.evidence ?? 0) < minAmongLatin) return script;
  if (!first || first.evidence === 0 || first.evidence === second?.evidence) return undefined;
  return first.language;
}

function isMostlyLatin(text: string): boolean {
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  return latin * 2 > (text.match(/\p{L}/gu)?.length ?? 0);
}

const all: ReadonlySet<string> = new Set(languages.flatMap((language) => [...stopWords[language]]));

/**
 * The words of a question that do not say what it is about: those of its language, since a small word of one language
 * means something in another ("pod", "come", "die"). If the language is unknown, those of all.
 */
export function stopWordsOf(question: string): ReadonlySet<string> {
  const detected = detectLanguage(question);
  const language = languages.find((known) => known === detected);
  return language === undefined ? all : stopWords[language];
}
