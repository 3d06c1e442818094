/**
 * A passage as it would be read aloud, which is what small models know: without code, marks of Markdown and
 * addresses, and names taken apart.
 *
 * @example
 * plainWords("Text > fill\nSee [`Text.setStyle`](a.html)"); // "Text. fill See Text set Style"
 */
export function plainWords(text: string): string {
  return text
    .replace(/^(```|~~~)[\s\S]*?(?:^\1\s*$|$(?![\s\S]))/gm, " ")
    .replace(/!?\[([^[\]]*)\]\((?:[^()]|\([^()]*\))*\)/g, "$1")
    .replace(/^[\t :|-]+$/gm, (line) => (line.lastIndexOf("|") > 0 ? " " : line))
    .replace(/^#+\s+|^>\s?|^[^\S\n\r\u2028\u2029]*[-*+][^\S\n]+/gm, "")
    .replace(/[`*_~|]+/g, " ")
    .replace(/ > /g, ". ")
    .replace(/https?:\/\/\S+/g, " ")
    .replace(/(?<=[\p{L}\p{N}])[._](?=[\p{L}\p{N}])|(?<=\p{Ll})(?=\p{Lu})/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
}
