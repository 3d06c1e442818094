import { wordsOf } from "@servicechat/contract/language";
import { stem } from "../search/stem.ts";

/** Of all words of both questions, small ones included, so many are in both. */
const sharedFrom = 0.7;

/** Words that turn the meaning of a question round, in the languages that visitors mostly write in. */
const turning = new Set(
  (
    "not no never without except unless cannot dont doesnt didnt cant wont isnt arent " +
    "nicht kein keine keinen keiner nie ohne außer ne pas sans jamais aucun sauf no nunca sin ningún excepto " +
    "non mai senza tranne niet geen nooit zonder não nunca sem nie bez değil yok hiç"
  ).split(" "),
);

/**
 * Whether two questions are nearly the same in their very words: most words in both, the same numbers, and none that turns
 * the meaning round in one alone. What is alike by meaning is not enough where an answer is given word for word.
 */
export function isSameQuestion(one: string, other: string): boolean {
  const [words, others] = [wordsIn(one), wordsIn(other)];
  const all = words.all.size + others.all.size;
  if (all === 0 || (2 * words.all.intersection(others.all).size) / all < sharedFrom) return false;
  return isSame(words.numbers, others.numbers) && isSame(words.turning, others.turning);
}

function wordsIn(question: string) {
  const words = wordsOf(question.replaceAll(/['’]/g, ""));
  return {
    all: new Set(words.map(stem)),
    numbers: new Set(words.filter((word) => /\d/.test(word))),
    turning: new Set(words.filter((word) => turning.has(word)).map(() => "turned")),
  };
}

const isSame = (one: ReadonlySet<string>, other: ReadonlySet<string>) =>
  one.size === other.size && one.isSubsetOf(other);
