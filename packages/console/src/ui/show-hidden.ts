/** Invisible characters that change how text reads: bidirectional controls, tags, zero-width characters, fillers. */
const hidden =
  /(?![\t\n\r])[\p{Cc}\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF\u3164\uFFA0\u115F\u1160\u{E0000}-\u{E007F}]/gu;

/** The emoji flag of a subdivision is written with tag characters, and is harmless (UTS #51, ED-14a). */
const flags = /\u{1F3F4}[\u{E0061}-\u{E007A}]{2}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{1,4}\u{E007F}/gu;

/**
 * Makes invisible characters in foreign text visible, such as `⟨U+202E⟩`: anyone who reads a chat must see what a model
 * has read.
 */
export function showHidden(text: string): string {
  const wellFormed = text.toWellFormed();
  let shown = "";
  let at = 0;
  for (const flag of wellFormed.matchAll(flags)) {
    shown += nameHidden(wellFormed.slice(at, flag.index)) + flag[0];
    at = flag.index + flag[0].length;
  }
  return shown + nameHidden(wellFormed.slice(at));
}

function nameHidden(text: string): string {
  return text.replace(
    hidden,
    (sign) => `⟨U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}⟩`,
  );
}
