/** In UTF-16 units: about 500 tokens, which the smallest models take. */
const maxLength = 2000;

/** What a passage's vector is made of: where it stands, then what it says. */
export function passageContent({
  headings,
  text,
}: {
  readonly headings: readonly string[];
  readonly text: string;
}): string {
  return `${headings.join(" > ")}\n${text}`.slice(0, maxLength).toWellFormed();
}
