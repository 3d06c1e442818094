import { cleanText } from "@servicechat/contract";

/**
 * Text that Markdown leaves as it is, wherever in a line it stands; for the beginning of one, `guarded` sees to the rest.
 *
 * @param isLinked It is the text of a link.
 */
export function escaped(text: string, isLinked = false): string {
  const safe = cleanText(text)
    .replace(/[\\`*~|$]/g, "\\$&")
    .replace(/&(?=#?\w+;)/g, "\\&")
    .replace(/</g, "&lt;")
    // Within a word it is what it is.
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "\\_")
    // Before a bracket it would begin an image; these two, behind one, a link or where it leads.
    .replace(/!$|^[(:]/g, "\\$&");
  // Some viewers read the text of a link once more, without its backslashes.
  if (isLinked) return safe.replace(/\[/g, "&#91;").replace(/\]/g, "&#93;");
  // A bare address would take what escapes the sign after it for a part of itself.
  return safe.replace(/\[|:(?=\/\/)|(?<=www)\./gi, "\\$&");
}

/** Lines of a paragraph, none of which begins a block. */
export function guarded(lines: string): string {
  return lines
    .replace(/^[ \t]+/gm, "")
    .replace(/^[#>+=-]/gm, "\\$&")
    .replace(/^(\d{1,9})(?=[.)])/gm, "$1\\");
}

/** One line of text that Markdown leaves as it is. */
export const plain = (text: string): string => guarded(escaped(text.replace(/\s+/g, " ").trim(), true));

/** Code within a line. */
export function codeSpan(code: string): string {
  const text = code.replace(/\n/g, " ");
  const fence = "`".repeat(maxRun(text) + 1);
  const pad = /^`|`$|^ .* $/.test(text) ? " " : "";
  return fence + pad + text + pad + fence;
}

/** A block of code. */
export function fenced(code: string, language = ""): string {
  const fence = "`".repeat(Math.max(3, maxRun(code) + 1));
  return `${fence}${language}\n${code.replace(/(?<!\n)\n+$/, "")}\n${fence}`;
}

/** Where a link leads, without a sign that could be taken for markup. */
export const destination = (href: string): string => `<${href.replace(/[^\w\-.~:/?#@!$&'+,;=%]/g, percent)}>`;

function percent(sign: string): string {
  return `%${sign.charCodeAt(0).toString(16).padStart(2, "0").toUpperCase()}`;
}

const maxRun = (text: string): number =>
  Math.max(0, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));

/** How text, and where links lead, are written into Markdown. */
export interface TextStyle {
  readonly escaped: (text: string, isLinked?: boolean) => string;
  readonly guarded: (lines: string) => string;
  readonly destination: (href: string) => string;
}

/** For a file that any viewer may open: nothing in it is markup that was none. */
export const forViewers: TextStyle = { escaped, guarded, destination };

/** For a mail or a note, where people read every sign that is there. */
export const forReaders: TextStyle = {
  escaped: (text) => cleanText(text),
  guarded: (lines) => lines,
  destination: (href) => href.replace(/[()<>\s]/g, percent),
};
