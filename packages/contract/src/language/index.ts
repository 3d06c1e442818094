export { asksForNumber } from "./asks-for-number.ts";
export { termsOf, type Term } from "./terms-of.ts";
export { detectLanguage, stopWordsOf, type DetectedLanguage } from "./detect-language.ts";
export { stopWords, type Language } from "./stop-words.ts";
export { wordsOf } from "./words-of.ts";
