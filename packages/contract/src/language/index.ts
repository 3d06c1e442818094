export { asksForNumber } from "./asks-for-number.ts";
export { termsOf, type Term } from "./terms-of.ts";
export { detectLanguage, stopWordsOf, type DetectedLanguage } from "./detect-language.ts";
export { stopWords, type Language } from "./stop-words.ts";
export { wordsOf } from "./words-of.ts";
export { foldSigns, foldText } from "./fold-text.ts";
export { koreanNouns } from "./korean.ts";
export { foldWords, isJoined, joinIbans, otherCodes, searchWords, wordParts } from "./search-words.ts";
