import { readConcepts, type Concept } from "./synonyms/synonyms.ts";
import { detectLanguage, type DetectedLanguage } from "./detect-language.ts";
import { foldText } from "./fold-text.ts";
import { koreanSynonyms } from "./korean.ts";
import { writtenTogether } from "./search-words.ts";
import { stopWords, type Language } from "./stop-words.ts";

/** A word with its synonyms. */
export interface Term {
  readonly word: string;
  /** Of the same meaning: in its own language, and in that of the documents. Folded; often empty. */
  readonly alternatives: readonly string[];
  /** The most usual English word for it, when its language is another; else the word itself. */
  readonly english: string;
}

const languages = Object.keys(stopWords) as readonly Language[];
/** Words that begin alike up to so few letters of an ending are forms of one word. */
const maxEnding = 3;
const minStem = 4;

let known: ReadonlyMap<Language, ReadonlyMap<string, readonly Concept[]>> | undefined;

/**
 * The words of a question, each with its synonyms in the documents: people ask for the "price" of what has a "fee", and
 * in German for the "Preis". If the question's language cannot be determined, it is assumed to be English, and another
 * one where English does not know the word.
 *
 * @param words of the question, folded
 * @param documents the language of the documents; English if unknown
 */
export function termsOf(
  question: string,
  words: readonly string[],
  documents: DetectedLanguage = "en",
): readonly Term[] {
  const into = languages.find((language) => language === documents) ?? "en";
  const detected = detectLanguage(question);
  const own = languages.find((language) => language === detected);
  const together = writtenTogether(question);
  return words.map((word) => {
    const asOne = together.get(word);
    const { language, concepts } = lookUp(word, own);
    const same = [
      ...concepts.flatMap((concept) => [...concept[language], ...concept[into]]),
      ...(koreanSynonyms.get(word) ?? []),
      ...(asOne === undefined ? [] : [asOne]),
    ];
    const alternatives = [...new Set(same)].filter((other) => other !== word);
    const english = language === "en" ? word : (concepts[0]?.en[0] ?? word);
    return { word, alternatives, english };
  });
}

function lookUp(word: string, own: Language | undefined) {
  const candidates = own === undefined ? (["en", ...languages] as const) : ([own, "en"] as const);
  for (const language of candidates) {
    const concepts = conceptsOf(word, language);
    if (concepts.length > 0) return { language, concepts };
  }
  return { language: own ?? ("en" as const), concepts: [] };
}

/** By the word itself or its singular, otherwise by the longest beginning that is a form of a word. */
function conceptsOf(word: string, language: Language): readonly Concept[] {
  known ??= indexConcepts();
  const index = known.get(language);
  const exact = index?.get(word) ?? index?.get(word.replace(/(?<=..)s$/, ""));
  if (exact) return exact;
  for (let length = word.length - 1; length >= Math.max(minStem, word.length - maxEnding); length--) {
    const found = index?.get(word.slice(0, length));
    if (found) return found;
  }
  return [];
}

function indexConcepts() {
  const concepts = readConcepts().map(folded);
  return new Map(
    languages.map((language) => {
      const index = new Map<string, Concept[]>();
      for (const concept of concepts)
        for (const word of concept[language]) index.set(word, [...(index.get(word) ?? []), concept]);
      return [language, index] as const;
    }),
  );
}

function folded(concept: Concept): Concept {
  const entries = Object.entries(concept).map(([language, words]) => [language, words.map(foldText)]);
  return Object.fromEntries(entries);
}
