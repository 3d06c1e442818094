import { citedNumbers, type ToolRow } from "@servicechat/contract";
import type { DocumentRecord } from "@servicechat/storage";
import type { NamedSection } from "./is-section.ts";
import { withoutMarkdown } from "./without-markdown.ts";

/** A section that an answer names, with its document as far as that can be determined. */
export interface CitedSection extends NamedSection {
  /** Without the fragment. */
  readonly address?: string;
  readonly title?: string;
}

/** A document, as far as links and rows name it. */
export type KnownDocument = Pick<DocumentRecord, "url" | "location" | "title">;

/** Whether a cited section belongs to a document. */
export function isIn({ address, title }: CitedSection, document: KnownDocument): boolean {
  if (document.url !== null && address !== undefined) return address === withoutFragment(document.url);
  return document.url === null && title === document.title;
}

/** What a text names: by links, by numbers such as `[2]`, and by lines that are the name of a source. */
export function sectionsIn(text: string, sources: readonly ToolRow[]): readonly CitedSection[] {
  const links = [...text.matchAll(/(?<![!\\])\[((?:[^[\]\\]|\\.)+)\]\(((?:[^()\s]|\([^()\s]*\))+)\)/g)];
  const numbers = citedNumbers(text);
  const lines = new Set(text.split("\n").map((line) => withoutMarkdown(line.replace(/^\s*[-*+]\s+/, ""))));
  return [
    ...links.map(([, label = "", target = ""]) => linkedSection(label, target, sources)),
    ...sources
      .filter(
        (row) =>
          (row.number !== undefined && numbers.has(row.number)) || lines.has(withoutMarkdown(nameOf(row))),
      )
      .map(sourceSection),
  ];
}

function linkedSection(label: string, target: string, sources: readonly ToolRow[]): CitedSection {
  const url = readable(target);
  const source = sources.find((row) => row.url !== undefined && readable(row.url) === url);
  const words = withoutMarkdown(label);
  if (source) return { ...sourceSection(source), label: words };
  return { headings: [], label: words, address: withoutFragment(url), fragment: fragmentOf(url) };
}

function sourceSection({ title, detail = "", url }: ToolRow): CitedSection {
  const headings = detail === "" ? [] : detail.split(" › ");
  const address = url === undefined ? undefined : readable(url);
  return {
    title,
    headings,
    ...(address !== undefined && { address: withoutFragment(address), fragment: fragmentOf(address) }),
  };
}

/** As answers name a source that has no address. */
function nameOf({ title, detail = title }: ToolRow): string {
  const heading = detail.split(" › ").at(-1) ?? title;
  return heading === title ? title : `${title} › ${heading}`;
}

/** An address in one way of writing it, however its brackets and letters are escaped. */
function readable(address: string): string {
  const href = URL.parse(address)?.href ?? address;
  try {
    return decodeURI(href).replaceAll("%28", "(").replaceAll("%29", ")");
  } catch {
    return href;
  }
}

const withoutFragment = (address: string) => address.split("#", 1)[0] ?? "";
const fragmentOf = (address: string) => address.slice(withoutFragment(address).length + 1);
