/** Fewer would be a key that was held down, not a secret that somebody drew: 32 random digits never have so few. */
const leastDifferent = 4;

/** What a secret must be; the end of the sentence "NAME must be …". */
export const usableSecret = `at least 32 characters long, of at least ${leastDifferent} different ones`;

/** Whether a text can be the instance secret. It need not be a good one: what nobody drew at random is refused. */
export function isUsableSecret(text: string): boolean {
  return text.length >= 32 && new Set(text.replace(/\s/g, "")).size >= leastDifferent;
}
