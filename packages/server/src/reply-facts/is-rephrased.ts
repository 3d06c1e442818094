import { foldWords } from "@servicechat/storage";

/** The share of the shorter question's words that the other one must contain. */
const enough = 0.75;

/** One or two words in common are what two questions of one subject have. */
const fewest = 3;

/** Shorter words are small words in most languages, or numbers that tell two questions apart all the more. */
const shortest = 3;

/**
 * Whether a visitor asks nearly the same again: both questions have the same words, or at least three words in common that
 * are three quarters of the shorter one. Words are compared by their first five letters, without case and accents.
 *
 * @example
 * isRephrased("Where is my parcel from Monday?", "my parcel of monday, where is it"); // true
 */
export function isRephrased(question: string, before: string): boolean {
  const [words, others] = [tellingWords(question), tellingWords(before)];
  const smaller = Math.min(words.size, others.size);
  if (smaller === 0) return false;
  const common = words.intersection(others).size;
  if (common === words.size && common === others.size) return true;
  return common >= fewest && common >= smaller * enough;
}

function tellingWords(text: string): ReadonlySet<string> {
  return new Set(
    foldWords(text)
      .filter((word) => word.length >= shortest)
      .map((word) => word.slice(0, 5)),
  );
}
