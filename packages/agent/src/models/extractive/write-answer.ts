import type { ReadPassage } from "./read-passages.ts";
import type { Choice } from "./choose-passages.ts";
import { sentences } from "./sentences.ts";
import { ownHeading } from "./own-heading.ts";
import { tellingWords } from "./telling-words.ts";
import { trimPassage } from "./trim-passage.ts";

/** The answer in Markdown: each passage word for word with its source, under its heading when there are several. */
export function writeAnswer({ passages, answers }: Choice, query: string): string {
  const words = tellingWords(query);
  const quoted = passages.map((passage) => {
    const heading = passages.length > 1 ? `**${escaped(ownHeading(passage))}**\n\n` : "";
    return `${heading}${trimPassage(passage.text, words)}\n\n${sentences.source} ${sourceOf(passage)}`;
  });
  return [...(answers ? [] : [sentences.closest]), ...quoted].join("\n\n");
}

/**
 * `[Title › Heading](address)`; `Title › Heading [2]` when the document has no public address. Either says which source is
 * used: the chat lists that one, and not what else was found.
 */
function sourceOf(passage: ReadPassage): string {
  const heading = ownHeading(passage);
  const label = heading === passage.title ? passage.title : `${passage.title} › ${heading}`;
  const address = linkTarget(passage.url);
  if (address !== undefined) return `[${escaped(label)}](${address})`;
  return passage.number === undefined ? escaped(label) : `${escaped(label)} [${passage.number}]`;
}

function linkTarget(url: string | null): string | undefined {
  const address = url === null ? null : URL.parse(url);
  if (address?.protocol !== "http:" && address?.protocol !== "https:") return undefined;
  return address.href.replaceAll("(", "%28").replaceAll(")", "%29");
}

/** Text in which no character means anything to Markdown. */
function escaped(text: string): string {
  return text.replace(/\s+/g, " ").replace(/[\\`*_[\]<>~|]/g, "\\$&");
}
