import { foldText } from "@servicechat/contract/language";

/**
 * How well a text matches what somebody typed: higher is better, `undefined` if it does not. Each typed word must begin
 * a word, be inside one, or have its letters in that order in one.
 */
function matchScore(typed: string, text: string): number | undefined {
  const words = foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  let total = 0;
  for (const part of foldText(typed).split(/\s+/u).filter(Boolean)) {
    const scores = words.map((word, at) => wordScore(part, word) - Math.min(at, 9) / 100);
    const best = Math.max(0, ...scores);
    if (best <= 0) return undefined;
    total += best;
  }
  // Of two that match equally well, the shorter one is meant more often.
  return total - text.length / 10_000;
}

function wordScore(part: string, word: string): number {
  if (word === part) return 4;
  if (word.startsWith(part)) return 3;
  if (word.includes(part)) return 2;
  return part.length > 1 && word.startsWith(part[0] ?? "") && hasInOrder(part, word) ? 1 : 0;
}

function hasInOrder(part: string, word: string): boolean {
  let from = 0;
  for (const letter of part) {
    const at = word.indexOf(letter, from);
    if (at < 0) return false;
    from = at + letter.length;
  }
  return true;
}

/** Those that match, best first: by their names before those that match only with their details. */
export function bestMatches<Item extends { readonly name: string; readonly detail?: string }>(
  typed: string,
  items: readonly Item[],
): readonly Item[] {
  return items
    .flatMap((item) => {
      const byDetail = (): number | undefined => matchScore(typed, `${item.name} ${item.detail}`);
      const score = matchScore(typed, item.name) ?? (item.detail ? minus(byDetail(), 10) : undefined);
      return score === undefined ? [] : [{ item, score }];
    })
    .toSorted((one, other) => other.score - one.score)
    .map(({ item }) => item);
}

const minus = (score: number | undefined, less: number): number | undefined =>
  score === undefined ? undefined : score - less;
