/** A text as it is read, for comparing: links are their words, and markup, line breaks and case are gone. */
export function withoutMarkdown(text: string): string {
  return text
    .replace(/!\[[^[\]]*\]\((?:[^()]|\([^()]*\))*\)/g, " ")
    .replace(/(?<!\\)\[((?:[^[\]\\]|\\.)*)\]\((?:[^()\s]|\([^()\s]*\))*\)/g, "$1")
    .replace(/\\([^\p{L}\p{N}\s])/gu, "$1")
    .replace(/[*_`]/g, "")
    .replace(/\s+/g, " ")
    .trim()
    .toLowerCase();
}
