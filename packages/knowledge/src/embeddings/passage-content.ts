/** In UTF-16 units: about 500 tokens, which the smallest models take. */
const maxLength = 2000;

/** The text of a passage's vector: its place, then its content. */
export function passageContent({
  headings,
  text,
}: {
  readonly headings: readonly string[];
  readonly text: string;
}): string {
  return `${headings.join(" > ")}\n${text}`.slice(0, maxLength).toWellFormed();
}
