const minLength = 32;
/** A random secret of letters and digits has at least this many different characters. */
const minDifferent = 12;
/**
 * A random secret of 32 hexadecimal digits has fewer than 12 different ones once in 59 times, and fewer than 8 once in
 * 500,000.
 */
const minDifferentDigits = 8;

/** What a secret must be; the end of the sentence "NAME must be …". */
export const usableSecret =
  `at least ${minLength} characters long, with at least ${minDifferent} different characters, and not the same few repeated; ` +
  "create one with openssl rand -hex 32";

/**
 * Whether a text can be the instance secret. This does not prove that it is a good one, but refuses what is obviously
 * not random.
 */
export function isUsableSecret(text: string): boolean {
  const isHexadecimal = /^[\da-f]+$/i.test(text) && /\d/.test(text) && /[a-f]/i.test(text);
  const least = isHexadecimal ? minDifferentDigits : minDifferent;
  const different = new Set(text.replace(/\s/g, "")).size;
  return text.length >= minLength && different >= least && !isRepeated(text);
}

/** Whether a text repeats a shorter one, the last time perhaps not completely. */
function isRepeated(text: string): boolean {
  const half = Math.floor(text.length / 2);
  for (let period = 1; period <= half; period++) if (text.startsWith(text.slice(period))) return true;
  return false;
}
