import { withoutMarkdown } from "./without-markdown.ts";

/** The expression of a fact that is written between slashes; `undefined` when it is plain text. @throws SyntaxError */
export function factPattern(fact: string): RegExp | undefined {
  const source = /^\/(.+)\/$/s.exec(fact)?.[1];
  return source === undefined ? undefined : new RegExp(source, "i");
}

/** Whether a text in Markdown says a fact: with or without its markup, in whatever case, however its lines are broken. */
export function hasFact(text: string, fact: string): boolean {
  const pattern = factPattern(fact);
  const written = text.replace(/\s+/g, " ");
  const read = withoutMarkdown(text);
  if (pattern) return pattern.test(written) || pattern.test(read);
  return read.includes(withoutMarkdown(fact)) || written.toLowerCase().includes(fact.toLowerCase());
}
