import { safeLink, sourceName, type NumberedSource } from "@servicechat/markdown";
import type { TextStyle } from "./plain-markdown.ts";

/** The list of an answer's sources in Markdown, with the numbers that its text cites; empty if it cites none. */
export function writeSources(
  listed: readonly NumberedSource[],
  heading: string,
  { escaped, destination }: TextStyle,
): string {
  if (listed.length === 0) return "";
  const lines = listed.map(({ number, source }) => {
    const link = source.url === undefined ? undefined : safeLink(source.url, source.title);
    const name = escaped(sourceName(source).replace(/\s+/g, " ").trim(), true);
    return `- [${number}] ${link ? `[${name || link.href}](${destination(link.href)})` : name}`;
  });
  return `*${heading}*\n\n${lines.join("\n")}`;
}
