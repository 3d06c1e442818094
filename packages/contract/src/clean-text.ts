/** An emoji flag of a region's part (England, Texas ...): black flag, tag letters of the code, end tag (UTS #51, ED-14a). */
const flag = String.raw`\u{1F3F4}[\u{E0061}-\u{E007A}]{2}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{1,4}\u{E007F}`;
const unseen = String.raw`[\u{E0000}-\u{E007F}\u202A-\u202E]`;
const flagOrUnseen = new RegExp(`(${flag})|${unseen}`, "gu");

/**
 * Takes out what a reader cannot see but a model would read, and what makes text read as something else: Tag characters
 * (U+E0000 to U+E007F, except in emoji flags) and bidi embeddings and overrides. Joiners, direction marks and isolates
 * stay, since languages need them. Lone surrogates become U+FFFD: with something removed between them, two halves could
 * form a Tag character. Applied where text reaches a model or the screen; the wire and the history keep the original
 * (docs/decisions.md, "Text that hides text").
 */
export function cleanText(text: string): string {
  return text.toWellFormed().replace(flagOrUnseen, "$1");
}
