/** The document that numbers the promises. */
const promises = "docs/promises.md";

/**
 * References of a source that do not exist in the documents: a page and a quoted title in brackets that is not a
 * heading or a row's first cell there, `Promise N` without that number in docs/promises.md, and documents that are not
 * in the repository.
 *
 * @param read returns a document's text
 */
export function findLostReferences(text: string, read: (path: string) => string): string[] {
  const prose = text.replace(/\s*\n\s*(?:\*(?!\/)|\/\/)?\s*/g, " ");
  const titled = Array.from(prose.matchAll(/\((docs\/[\w-]+\.md), "([^"]+)"/g))
    .filter(([, path = "", title = ""]) => !titlesOf(read(path)).has(title))
    .map(([, path, title]) => `${path}, "${title}"`);
  const numbered = Array.from(prose.matchAll(/\bpromise (\d+)\b/gi))
    .filter(([, number]) => !new RegExp(`^${number}\\. `, "m").test(read(promises)))
    .map(([, number]) => `promise ${number}`);
  const absent = Array.from(prose.matchAll(/\((specification|decisions),/g), ([, name = ""]) => name);
  return [...titled, ...numbered, ...absent];
}

function titlesOf(page: string): ReadonlySet<string> {
  const headings = page.matchAll(/^#{1,6} (.+)$/gm);
  const rows = page.matchAll(/^\| ([^|]+?) \|/gm);
  return new Set([...headings, ...rows].map(([, title = ""]) => title.replaceAll("`", "")));
}
