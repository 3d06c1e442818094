import { detectLanguage, type DetectedLanguage } from "@servicechat/contract/language";
import { blocksOf, type Block } from "./blocks-of.ts";
import { textOf } from "./cut-block.ts";

/**
 * The language that most passages are written in; of equally many, the one that comes first. Only running text tells: a
 * table may well list names in all the languages of the world.
 */
export function languageOfPassages(texts: readonly string[]): DetectedLanguage | undefined {
  const counts = new Map<DetectedLanguage, number>();
  for (const text of texts) {
    const language = detectLanguage(blocksOf(text).filter(isProse).map(textOf).join("\n"));
    if (language) counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  const [commonest] = [...counts].toSorted(([, one], [, other]) => other - one);
  return commonest?.[0] ?? detectLanguage(texts.join("\n"));
}

const isProse = ({ kind }: Block): boolean => kind !== "table" && kind !== "code";
