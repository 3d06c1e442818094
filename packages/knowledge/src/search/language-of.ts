import { stopWords, type Language } from "@servicechat/contract/language";
import type { KnowledgeStore } from "@servicechat/storage";

/** Small words that most passages of a language have, and hardly any of another. */
const signs = {
  en: "the and with your",
  de: "und der nicht mit",
  fr: "les des est vous",
  es: "los las por una",
  it: "che gli una della",
  pt: "não uma dos com",
  nl: "het een van niet",
  pl: "się nie jest oraz",
  tr: "bir için ile bu",
} as const satisfies Record<Language, string>;

const languages = Object.keys(stopWords) as readonly Language[];

/** The language that most of an agent's passages are in; `undefined` where there are none of a language that is known. */
export async function languageOf(
  knowledge: Pick<KnowledgeStore, "having">,
  agentId: string,
): Promise<Language | undefined> {
  const having = await knowledge.having({ agentId, words: Object.values(signs).join(" ").split(" ") });
  const passages = new Map(having.map((known) => [known.word, known.passages]));
  const counted = languages.map((language) => ({
    language,
    count: signs[language].split(" ").reduce((sum, word) => sum + (passages.get(word) ?? 0), 0),
  }));
  const commonest = counted.reduce((best, other) => (other.count > best.count ? other : best));
  return commonest.count === 0 ? undefined : commonest.language;
}
