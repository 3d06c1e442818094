import { cleanText } from "@servicechat/contract";

/**
 * Escapes text so that Markdown does not change it anywhere within a line; at the beginning of one, `guarded` does the
 * rest.
 *
 * @param isLinked whether it is the text of a link.
 */
export function escaped(text: string, isLinked = false): string {
  const safe = cleanText(text)
    .replace(/[\\`*~|$]/g, "\\$&")
    .replace(/&(?=#?\w+;)/g, "\\&")
    .replace(/</g, "&lt;")
    // Within a word it has no meaning.
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "\\_")
    // Before a bracket it would begin an image; after a bracket, these two would begin a link or its target.
    .replace(/!$|^[(:]/g, "\\$&");
  // Some viewers parse the text of a link again, without its backslashes.
  if (isLinked) return safe.replace(/\[/g, "&#91;").replace(/\]/g, "&#93;");
  // A bare address would include the backslash after it.
  return safe.replace(/\[|:(?=\/\/)|(?<=www)\./gi, "\\$&");
}

/** Escapes the lines of a paragraph so that none of them begins a block. */
export function guarded(lines: string): string {
  return lines
    .replace(/^[ \t]+/gm, "")
    .replace(/^[#>+=-]/gm, "\\$&")
    .replace(/^(\d{1,9})(?=[.)])/gm, "$1\\");
}

/** Escapes text for a single line of Markdown. */
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

/** The target of a link, without characters that could be taken for markup. */
export const destination = (href: string): string => `<${href.replace(/[^\w\-.~:/?#@!$&'+,;=%]/g, percent)}>`;

function percent(sign: string): string {
  return `%${sign.charCodeAt(0).toString(16).padStart(2, "0").toUpperCase()}`;
}

const maxRun = (text: string): number =>
  Math.max(0, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));

/** How text and link targets are written in Markdown. */
export interface TextStyle {
  readonly escaped: (text: string, isLinked?: boolean) => string;
  readonly guarded: (lines: string) => string;
  readonly destination: (href: string) => string;
}

/** For a file that any viewer may open: nothing in it becomes markup that was not. */
export const forViewers: TextStyle = { escaped, guarded, destination };

/** For a mail or a note, where people see every character. */
export const forReaders: TextStyle = {
  escaped: (text) => cleanText(text),
  guarded: (lines) => lines,
  destination: (href) => href.replace(/[()<>\s]/g, percent),
};
