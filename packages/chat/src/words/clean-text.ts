/**
 * What may be drawn of a text from outside: without invisible Tag characters, which can hide words from a
 * reader, except inside a valid emoji flag (black flag, subdivision letters, cancel tag), and without the bidi
 * embeddings, overrides and their end marks that can make text read as something else. Joiners and direction
 * marks stay: scripts need them. The wire and the memory keep what was said (decisions, "Host page").
 */
export function cleanText(text: string): string {
  return suspicious.test(text) ? text.replace(removed, (match) => (flag.test(match) ? match : "")) : text;
}

const suspicious = /[\u202A-\u202E\u{E0000}-\u{E007F}]/u;
const removed =
  /\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{3,6}\u{E007F}|[\u202A-\u202E\u{E0000}-\u{E007F}]/gu;
const flag = /^\u{1F3F4}/u;
