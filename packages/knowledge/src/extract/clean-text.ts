const invisible =
  /\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{3,6}\u{E007F}|[\0\u202A-\u202E\u{E0000}-\u{E007F}]/gu;

/**
 * Text without what could hide orders to a model or turn the reading direction around: Tag characters (except in
 * an emoji flag), bidi embeddings and overrides, and NUL. Joiners and direction marks stay.
 */
export function cleanText(text: string): string {
  return text.replace(invisible, (found) => (found.startsWith("\u{1F3F4}") ? found : ""));
}
