const minLength = 32;
/** Fewer would be no secret that somebody drew from the letters and digits. */
const minDifferent = 12;
/** Of 16 digits, 32 random ones have fewer than 12 different ones once in 59 times, and fewer than these once in 500,000. */
const minDifferentDigits = 8;

/** What a secret must be; the end of the sentence "NAME must be …". */
export const usableSecret =
  `at least ${minLength} characters long, with at least ${minDifferent} different characters, and not one piece repeated; ` +
  "create one with openssl rand -hex 32";

/** Whether a text can be the instance secret. It need not be a good one: what nobody drew at random is refused. */
export function isUsableSecret(text: string): boolean {
  const isHexadecimal = /^[\da-f]+$/i.test(text) && /\d/.test(text) && /[a-f]/i.test(text);
  const least = isHexadecimal ? minDifferentDigits : minDifferent;
  const different = new Set(text.replace(/\s/g, "")).size;
  return text.length >= minLength && different >= least && !isRepeated(text);
}

/** Whether a text is a shorter one several times over, the last time perhaps not whole. */
function isRepeated(text: string): boolean {
  const half = Math.floor(text.length / 2);
  for (let period = 1; period <= half; period++) if (text.startsWith(text.slice(period))) return true;
  return false;
}
