/** Signs that are not seen, or that change how others read: tags, direction marks, joiners, controls but line ends. */
const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** A text that must be seen exactly: what hides in it is written out, such as `\u{202e}`. */
export function exactText(text: string): string {
  return text
    .toWellFormed()
    .replace(hidden, (sign) =>
      sign === "\n" || sign === "\t" ? sign : `\\u{${sign.codePointAt(0)?.toString(16)}}`,
    );
}
