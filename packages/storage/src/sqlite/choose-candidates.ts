interface Choice {
  /** Words of a question, quoted for FTS5. */
  readonly words: readonly string[];
  /** How many passages of the agent an FTS5 query finds; it need not count further than `most`. */
  readonly count: (query: string) => Promise<number>;
  /** How many passages may be weighed. */
  readonly max: number;
  /** How many are wanted. */
  readonly fewest: number;
}

/**
 * An FTS5 query for passages that are worth weighing, where too many have any of the words: those with a word that few
 * have, with a common word in a heading, or with two common words. `undefined` when they are fewer than wanted.
 */
export async function chooseCandidates({ words, count, max, fewest }: Choice): Promise<string | undefined> {
  const counted: { readonly word: string; readonly passages: number }[] = [];
  for (const word of words) counted.push({ word, passages: await count(word) });
  const chosen: string[] = [];
  let room = max;
  const take = (query: string, passages: number): boolean => {
    if (passages > room) return false;
    chosen.push(`(${query})`);
    room -= passages;
    return true;
  };

  const common = counted
    .toSorted((one, other) => one.passages - other.passages)
    .filter(({ word, passages }) => !take(word, passages))
    .map(({ word }) => word);
  for (const word of common) {
    const inHeadings = `{headings heading_terms} : ${word}`;
    take(inHeadings, await count(inHeadings));
  }
  const [first, second] = common;
  if (first && second) take(`${first} AND ${second}`, await count(`${first} AND ${second}`));
  return max - room < fewest ? undefined : chosen.join(" OR ");
}
