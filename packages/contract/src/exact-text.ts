/**
 * Characters that a screen hides, or draws like something else: controls, format and direction characters, characters
 * that are ignored if they cannot be drawn (variation selectors, fillers, joiners, tags), empty characters such as
 * blank Braille, blanks that no language uses, and a run of blanks that could push the rest out of sight. An emoji
 * created by a selector is visible.
 */
const hidden =
  /[ \n\t\u00A0\u202F\u3000]{9,}|[[\u{16FE4}\p{Cc}\p{Cf}\p{Z}\p{DI}\p{NChar}\u2800\u{13441}\u{13442}\u{1D159}]--[\uFE0F \n\t\u00A0\u202F\u3000]]|(?<![\p{ExtPict}--\p{EPres}])\uFE0F/gv;

/**
 * A text that must be seen exactly, since a person agrees to it or judges by it: hidden characters are written as escapes of JSON,
 * such as `\u202e`. JSON stays the same JSON, and a text that is already escaped stays as it is.
 */
export function exactText(text: string): string {
  return text
    .toWellFormed()
    .replace(hidden, (found) =>
      Array.from(
        { length: found.length },
        (_, at) => `\\u${found.charCodeAt(at).toString(16).padStart(4, "0")}`,
      ).join(""),
    );
}
