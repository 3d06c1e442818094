/** The regular expression of a wording between slashes; `undefined` for plain text. */
export function patternOf(wording: string): string | undefined {
  return /^\/(.+)\/$/s.exec(wording)?.[1];
}
