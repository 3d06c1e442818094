import { citedNumbers } from "@servicechat/contract";
import type { ToolRow } from "@servicechat/contract";
import type { DocumentRecord } from "@servicechat/storage";
import { slug } from "github-slugger";
import type { EvaluationQuestion, GivenAnswer, Judgement } from "./evaluation.ts";

/** Judges an agent's answer to a question by the rules in docs/agent-file.md. */
export function judgeAnswer(
  { pages, sections = [], fact }: EvaluationQuestion,
  { text, sources, options, unsure = false }: GivenAnswer,
  documents: readonly KnownDocument[],
): Judgement {
  const { said, links } = splitAnswer(text);
  const cited = sectionsIn(said, sources);
  const judged = {
    declined: options.length === 0 && (unsure || cited.length === 0),
    words: countWords(text),
  };
  if (pages.length === 0) return judged;

  const wanted = documents.filter((document) => pages.some((page) => isPage(document, page)));
  const isRight = (named: CitedSection) =>
    wanted.some((document) => isIn(named, document)) &&
    (sections.length === 0 || sections.some((section) => isSection(named, section)));
  const isOffered = options.some(({ label, description }) => {
    const headings = [label, ...description.split(" › ")];
    return sections.length > 0
      ? sections.some((section) => isSection({ headings }, section))
      : wanted.some(({ title }) => isSection({ headings }, title));
  });
  const answers = cited.some(isRight);
  const shown = answers || isOffered || sectionsIn(links, sources).some(isRight);
  return {
    ...judged,
    shown,
    ...(fact !== undefined && { right: options.length === 0 && answers && hasFact(said, fact) }),
  };
}

function countWords(text: string): number {
  const read = text.replace(/\]\((?:[^()\s]|\([^()\s]*\))*\)/g, "]");
  return read.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

/** Whether an answer names a page as its source: by a link, a number, or its name on a line. Links to look at do not count. */
export function citesPage(
  page: string,
  { text, sources }: Pick<GivenAnswer, "text" | "sources">,
  documents: readonly KnownDocument[],
): boolean {
  const wanted = documents.filter((document) => isPage(document, page));
  const { said } = splitAnswer(text);
  return sectionsIn(said, sources).some((named) => wanted.some((document) => isIn(named, document)));
}

/** An answer taken apart: what it says, and the list of links to look at that may follow. */
interface SplitAnswer {
  readonly said: string;
  readonly links: string;
}

/** A line of a list that begins with a link or is one name of a source, such as `- Returns › How long`. */
const linkItem = /^\s*(?:[-*+]|\d+[.)])\s+(?:\**\[(?:[^\]\\]|\\.)+\]\([^)\s]+\)|\S.* › )/;
const anySource = /\]\(|\[\d+\]/;

/**
 * Separates an answer from the links at its end, since a link to a section answers nothing in itself. The list includes
 * the line that introduces it, and one sentence without a source may follow it.
 */
export function splitAnswer(text: string): SplitAnswer {
  const blocks = text.trim().split(/\n\s*\n/);
  const lastBlock = blocks.at(-1) ?? "";
  const isClosing = !isLinkList(lastBlock) && !anySource.test(lastBlock);
  const end = isClosing && isLinkList(blocks.at(-2) ?? "") ? blocks.length - 1 : blocks.length;
  const listFrom = blocks.slice(0, end).findLastIndex((block) => !isLinkList(block)) + 1;
  if (listFrom === end) return { said: text, links: "" };
  const isIntroduced = /[:：]\**$/.test(blocks[listFrom - 1]?.trimEnd() ?? "");
  const from = isIntroduced && !anySource.test(blocks[listFrom - 1] ?? "") ? listFrom - 1 : listFrom;
  return { said: blocks.slice(0, from).join("\n\n"), links: blocks.slice(from).join("\n\n") };
}

/** Every line is a link of a list; its introduction may be on the first. */
function isLinkList(block: string): boolean {
  const lines = block.split("\n");
  const items = linkItem.test(lines[0] ?? "") ? lines : lines.slice(1);
  return items.length > 0 && items.every((line) => linkItem.test(line));
}

/** A section that an answer names, with its document as far as that can be determined. */
interface CitedSection extends NamedSection {
  /** Without the fragment. */
  readonly address?: string;
  readonly title?: string;
}

/** A document, as far as links and rows name it. */
type KnownDocument = Pick<DocumentRecord, "url" | "location" | "title">;

/** Whether a cited section belongs to a document. */
function isIn({ address, title }: CitedSection, document: KnownDocument): boolean {
  if (document.url !== null && address !== undefined) return address === withoutFragment(document.url);
  return document.url === null && title === document.title;
}

/** What a text names: by links, by numbers such as `[2]`, and by lines that are the name of a source. */
function sectionsIn(text: string, sources: readonly ToolRow[]): readonly CitedSection[] {
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

const withoutFragment = (address: string): string => address.split("#", 1)[0] ?? "";
const fragmentOf = (address: string) => address.slice(withoutFragment(address).length + 1);

/**
 * Whether a document is the page that an operator wrote: its address without the fragment, or the end of its address or
 * path that begins with a whole name, such as `guide/returns.html`.
 */
export function isPage({ url, location }: Pick<DocumentRecord, "url" | "location">, page: string): boolean {
  const wanted = withoutFragment(page);
  return [url && withoutFragment(url), location].some(
    (name) => name === wanted || (name?.endsWith(`/${wanted.replace(/^\.?\//, "")}`) ?? false),
  );
}

/** What is known about a section of the knowledge that an answer names. */
interface NamedSection {
  /** From the page's title down; empty when they are not known. */
  readonly headings: readonly string[];
  /** The words of its link. */
  readonly label?: string;
  /** Of its address, without the `#`. */
  readonly fragment?: string;
}

/**
 * Whether a named section is the given one, or is below it: by its headings, its link's words, or the fragment they
 * form.
 */
export function isSection({ headings, label = "", fragment = "" }: NamedSection, section: string): boolean {
  const wanted = withoutMarkdown(section);
  const names = [...headings, label, label.split(" › ").at(-1) ?? ""];
  if (names.some((name) => withoutMarkdown(name) === wanted)) return true;
  return fragment !== "" && fragment.replace(/-\d+$/, "") === slug(section).replace(/-\d+$/, "");
}

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

/** A text as it is read, for comparing: links are their words, and markup, line breaks and case are gone. */
function withoutMarkdown(text: string): string {
  return text
    .replace(/!\[[^[\]]*\]\((?:[^()]|\([^()]*\))*\)/g, " ")
    .replace(/(?<!\\)\[((?:[^[\]\\]|\\.)*)\]\((?:[^()\s]|\([^()\s]*\))*\)/g, "$1")
    .replace(/\\([^\p{L}\p{N}\s])/gu, "$1")
    .replace(/[*_`]/g, "")
    .replace(/\s+/g, " ")
    .trim()
    .toLowerCase();
}
