import type { NewPassage } from "@servicechat/storage";
import GithubSlugger from "github-slugger";
import { lexer } from "marked";
import type { Token, Tokens } from "marked";
import { countWords, packBlocks } from "./pack-blocks.ts";
import type { Block } from "./pack-blocks.ts";
import { plainText, readableMarkdown } from "./readable-markdown.ts";
import { readWordings } from "./read-wordings.ts";

const minWordsOfIntroduction = 4;

interface MarkdownDocument {
  readonly markdown: string;
  /** A title that is known from elsewhere; absent: the first top heading. */
  readonly title?: string;
  /** The title if there is no heading either. */
  readonly fallbackTitle: string;
  /** `slugs`: headings are named as GitHub names them. `own`: only those that say `{#name}` have a name. */
  readonly anchors: "slugs" | "own";
  /** Whether comments may name other wordings of what a section answers. */
  readonly hasWordings?: boolean;
}

interface Section {
  readonly headings: readonly string[];
  readonly anchor: string | null;
  readonly blocks: Block[];
  /** Comments between them, as they are written. */
  readonly comments: string[];
}

/** The parts of a document. */
interface SplitDocument {
  readonly title: string;
  readonly passages: readonly NewPassage[];
  /** Sentences for the operator about wordings that are left out; absent where there are none. */
  readonly notes?: readonly string[];
}

/** Cuts a document along its headings into passages that each can be read alone. */
export function splitMarkdown(document: MarkdownDocument): SplitDocument {
  const tokens = lexer(limitNesting(document.markdown));
  const topHeading = tokens.find((token): token is Tokens.Heading => token.type === "heading");
  const ownTitle = topHeading?.depth === 1 ? readHeading(topHeading).text : undefined;
  const title = document.title ?? (ownTitle || document.fallbackTitle);

  const all = sections(tokens, { title, anchors: document.anchors });
  const hasSections = all.some(({ headings, blocks }) => headings.length > 1 && blocks.length > 0);
  const notes: string[] = [];
  const passages = all
    .filter((section) => !(hasSections && isBanner(section)))
    .flatMap(({ headings, anchor, blocks, comments }) => {
      const some: readonly NewPassage[] = packBlocks(blocks).map((text) => ({ headings, anchor, text }));
      const read = document.hasWordings ? readWordings(comments.join("\n")) : undefined;
      notes.push(...(read?.notes ?? []).map((note) => `Under “${headings.at(-1)}”: ${note}`));
      if (!read || read.wordings.length === 0) return some;
      const [first, ...others] = some;
      if (first) return [{ ...first, wordings: read.wordings }, ...others];
      notes.push(`Under “${headings.at(-1)}”: The wordings lead nowhere, since the section has no text.`);
      return [];
    });
  return { title, passages, ...(notes.length > 0 && { notes }) };
}

/**
 * A few words above the first heading that are not a sentence, such as the product's name on every page: they contain
 * no answer.
 */
function isBanner({ headings, blocks }: Section): boolean {
  const text = blocks.map((block) => block.text).join(" ");
  return (
    headings.length === 1 &&
    countWords(text) < minWordsOfIntroduction &&
    !/[.!?:。！？]/u.test(text.split(/\w/).at(-1) ?? "")
  );
}

function sections(
  tokens: readonly Token[],
  { title, anchors }: { readonly title: string; readonly anchors: "slugs" | "own" },
): readonly Section[] {
  const slugger = new GithubSlugger();
  const path: { depth: number; text: string }[] = [];
  let section: Section = { headings: [title], anchor: null, blocks: [], comments: [] };
  const all = [section];

  for (const token of tokens) {
    if (token.type !== "heading") {
      const block = readBlock(token);
      if (block) section.blocks.push(block);
      if (token.type === "html") section.comments.push(token.raw);
      continue;
    }
    const { depth } = token as Tokens.Heading;
    const { text, anchor } = readHeading(token as Tokens.Heading);
    const named = anchor ?? (anchors === "slugs" ? slugger.slug(text) : null);
    // If headings have names, a deeper one without a name, such as "Parameters:", is not a separate section.
    if (anchors === "own" && named === null && section.anchor !== null && depth > (path.at(-1)?.depth ?? 0)) {
      section.blocks.push({ kind: "other", text: `**${text}**` });
      continue;
    }
    while ((path.at(-1)?.depth ?? 0) >= depth) path.pop();
    // The heading that is the title represents the whole page: its link needs no fragment.
    const isTitle = path.length === 0 && text.toLowerCase() === title.toLowerCase();
    if (!isTitle) path.push({ depth, text });
    section = {
      headings: [title, ...path.map((heading) => heading.text)],
      anchor: isTitle ? null : named,
      blocks: [],
      comments: [],
    };
    all.push(section);
  }
  return all;
}

function readHeading(heading: Tokens.Heading): {
  readonly text: string;
  readonly anchor: string | undefined;
} {
  const text = plainText(heading.tokens).replace(/\s+/g, " ").trim();
  const named = /\{#([^\s{}]+)\}$/.exec(text);
  return { text: named ? text.slice(0, named.index).trimEnd() : text, anchor: named?.[1] };
}

function readBlock(token: Token): Block | undefined {
  if (token.type === "space" || token.type === "def" || token.type === "hr") return undefined;
  const text = readableMarkdown(token);
  if (text === "") return undefined;
  const { type } = token;
  const known = type === "paragraph" || type === "list" || type === "table" || type === "code";
  return { kind: known ? type : "other", text };
}

/** Lists and quotations in one another, as one line begins them. */
const maxMarks = 20;
/** Columns by which a line stands to the right: lists in lists. */
const maxIndent = 200;

const mark = />|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t])/y;

/**
 * Markdown in which no list or quotation stands in more than some twenty others: marks beyond that are left out, and their
 * text stays. What reads Markdown reads a list or quotation again for each that it stands in.
 */
export function limitNesting(markdown: string): string {
  return markdown.split("\n").map(limitLine).join("\n");
}

function limitLine(line: string): string {
  let at = 0;
  let marks = 0;
  let end = 0;
  const skipBlanks = () => {
    while (line[at] === " " || line[at] === "\t") at++;
  };
  for (skipBlanks(); ; skipBlanks()) {
    mark.lastIndex = at;
    if (!mark.test(line)) break;
    at = mark.lastIndex;
    if (++marks <= maxMarks) end = at;
  }
  const start = marks > maxMarks ? `${line.slice(0, end)} ${line.slice(at)}` : line;
  return start.replace(/^[ \t]+/, (blanks) =>
    blanks.length > maxIndent ? blanks.slice(0, maxIndent) : blanks,
  );
}
