import type { CitationLabel } from "@servicechat/contract";
import { safeLink } from "../links/safe-link.ts";
import type { Block, Inline } from "../tree.ts";
import { plainText } from "../plain-text.ts";

/** Something that an answer can cite: a section of a document, a page, a footnote. All of it is foreign text. */
export interface Source {
  readonly title: string;
  /** The exact place within it, such as a path of headings. */
  readonly detail?: string;
  readonly url?: string;
}

/** The name of a source: its place in a document, if that begins with the document's own title. */
export const sourceName = ({ title, detail }: Source): string =>
  detail?.startsWith(title) === true ? detail : title;

/** A source with the number that one answer cites it by. */
export interface NumberedSource {
  readonly number: number;
  readonly source: Source;
}

/** What an answer cites. */
export interface Citations {
  /** The sources listed below the answer, in the order in which they are cited, numbered from 1. */
  readonly listed: readonly NumberedSource[];
  /**
   * The numbers that a reference is drawn as; none for sources that the preceding link already leads to. `undefined`: it is
   * drawn as it was written, because it has no matching source or is an ordinary link.
   */
  readonly of: (reference: Reference) => readonly NumberedSource[] | undefined;
  /** A text that changes whenever the numbering does. */
  readonly numbers: string;
  /** Whether any reference is drawn differently from how it was written. */
  readonly isRewritten: boolean;
}

interface NumberingOptions {
  /** What the tools of the answer have found, by the wire's numbers. */
  readonly found: ReadonlyMap<CitationLabel, Source>;
  /** A source that an earlier answer has found. */
  readonly earlier: (label: CitationLabel) => Source | undefined;
  /**
   * Whether the text is still growing: a footnote whose text has not arrived yet keeps its number, so that no number
   * changes.
   */
  readonly isGrowing: boolean;
  /** Finds the references in blocks; a growing text has its own function, which skips known blocks. */
  readonly references?: (blocks: readonly Block[]) => readonly Reference[];
}

/**
 * Numbers the sources that an answer cites, from 1, in the order of their citations. A source that it only links to is
 * not numbered, because the link already shows it.
 */
export function numberCitations(blocks: readonly Block[], options: NumberingOptions): Citations {
  const { found, earlier, isGrowing, references: find = referencesIn } = options;
  const own = new Map<CitationLabel, Source>([...footnotesIn(blocks), ...found]);
  const labels = new Map([...own].flatMap(([label, source]) => hrefOf(source).map((href) => [href, label])));
  const references = find(blocks);
  const numbers = new Map<CitationLabel, number>();
  const cited = new Map<CitationLabel, Source>();

  const sourceOf = (label: CitationLabel, startsLine = false): Source | undefined =>
    own.get(label) ?? (startsLine ? undefined : earlier(label));

  /** The labels of a reference that are drawn as numbers; `undefined`: it is drawn as written. */
  function citedBy(reference: Reference): readonly CitationLabel[] | undefined {
    if (reference.type === "link") {
      const label = isNumber(reference) ? labels.get(reference.href) : undefined;
      return label === undefined ? undefined : [label];
    }
    const { startsLine, precedingLink } = reference;
    const sources = reference.labels.map((label) => sourceOf(label, startsLine));
    if (sources.includes(undefined)) return undefined;
    return reference.labels.filter(
      (_, index) => !precedingLink || !hrefOf(sources[index]).includes(precedingLink.href),
    );
  }

  function number(label: CitationLabel): void {
    if (!numbers.has(label)) numbers.set(label, numbers.size + 1);
  }

  for (const reference of references) {
    const named = citedBy(reference);
    for (const label of named ?? []) {
      number(label);
      const source = sourceOf(label);
      if (source) cited.set(label, source);
    }
    const isAwaited = isGrowing && !named && reference.type === "cite" && reference.text.includes("^");
    if (isAwaited) for (const label of reference.labels) number(label);
  }

  const numbered = (label: CitationLabel): readonly NumberedSource[] => {
    const source = cited.get(label) ?? sourceOf(label);
    const given = numbers.get(label);
    return source && given !== undefined ? [{ number: given, source }] : [];
  };
  return {
    listed: [...cited.keys()].flatMap(numbered),
    numbers: [...numbers.keys()].map((label) => `${label}${sourceOf(label) ? "" : "?"}`).join(" "),
    isRewritten: references.some((reference) => citedBy(reference) !== undefined),
    of: (reference) => citedBy(reference)?.flatMap(numbered),
  };
}

/** The address of a source, as links in the text have it; none if it has no safe one. */
const hrefOf = ({ url, title }: Partial<Source> = {}): readonly string[] => {
  const link = url === undefined ? undefined : safeLink(url, title ?? "");
  return link ? [link.href] : [];
};

/** The footnotes among blocks, as sources with their labels. */
const footnotesIn = (blocks: readonly Block[]): readonly (readonly [CitationLabel, Source])[] =>
  blocks.flatMap((block) => {
    if (block.type !== "note") return [];
    const link = block.children.find((inline) => inline.type === "link");
    const title = plainText(block.children).replace(/\s+/g, " ");
    return [[block.label, { title, ...(link && { url: link.href }) }] as const];
  });

/** A reference to something outside an answer: a citation or a link. */
type Reference = Extract<Inline, { readonly type: "cite" | "link" }>;

/** The citations and links of blocks, in order. */
export const referencesIn = (blocks: readonly Block[]): readonly Reference[] =>
  blocks.flatMap(referencesInBlock);

/** Creates a `referencesIn` for one growing text. A block that is the same object as before is not searched again. */
export function createReferenceReader(): typeof referencesIn {
  const known = new WeakMap<Block, readonly Reference[]>();
  return (blocks) =>
    blocks.flatMap((block) => {
      const references = known.get(block) ?? referencesInBlock(block);
      known.set(block, references);
      return references;
    });
}

/** Whether a link is written like a citation, as in `[1]` with its address defined below the text. */
const isNumber = ({ children }: Extract<Reference, { type: "link" }>): boolean =>
  /^\[?\^?\d{1,3}\]?$/.test(plainText(children));

function referencesInBlock(block: Block): readonly Reference[] {
  switch (block.type) {
    case "paragraph":
    case "line":
    case "heading":
      return referencesInLine(block.children);
    case "quote":
      return block.children.flatMap(referencesInBlock);
    case "list":
      return block.items.flatMap(({ children }) => children.flatMap(referencesInBlock));
    case "table":
      return [block.head, ...block.rows].flat().flatMap(referencesInLine);
    case "code":
    case "math":
    case "note":
    case "rule":
      return [];
  }
}

function referencesInLine(inlines: readonly Inline[]): readonly Reference[] {
  return inlines.flatMap((inline) => {
    if (inline.type === "cite" || inline.type === "link") return [inline];
    return "children" in inline ? referencesInLine(inline.children) : [];
  });
}

/**
 * Blocks with citations written as they are drawn: with the numbers of their answer, and the addresses of the sources.
 * Footnotes are left out.
 */
export function withNumbers(blocks: readonly Block[], citations: Citations): readonly Block[] {
  return blocks.flatMap((block): readonly Block[] => {
    switch (block.type) {
      case "paragraph":
      case "line":
      case "heading":
        return [{ ...block, children: numberLine(block.children, citations) }];
      case "quote":
        return [{ ...block, children: withNumbers(block.children, citations) }];
      case "list": {
        const items = block.items.map((item) => ({
          ...item,
          children: withNumbers(item.children, citations),
        }));
        return [{ ...block, items }];
      }
      case "table": {
        const cell = (inlines: readonly Inline[]): readonly Inline[] => numberLine(inlines, citations);
        return [{ ...block, head: block.head.map(cell), rows: block.rows.map((row) => row.map(cell)) }];
      }
      case "note":
        return [];
      case "code":
      case "math":
      case "rule":
        return [block];
    }
  });
}

function numberLine(inlines: readonly Inline[], citations: Citations): readonly Inline[] {
  return inlines.flatMap((inline): readonly Inline[] => {
    const numbered = inline.type === "cite" || inline.type === "link" ? citations.of(inline) : undefined;
    if (numbered && numbered.length === 0) return [];
    const gap = inline.type === "cite" && inline.precedingLink?.gap;
    const before: readonly Inline[] = gap ? [{ type: "text", text: gap }] : [];
    if (!numbered)
      return [
        ...before,
        inline.type !== "cite" && "children" in inline
          ? { ...inline, children: numberLine(inline.children, citations) }
          : inline,
      ];
    const labels = numbered.map(({ number }) => number);
    const hrefs = numbered.map(({ source }) => hrefOf(source)[0]);
    return [...before, { type: "cite", labels, text: labels.map((label) => `[${label}]`).join(""), hrefs }];
  });
}
