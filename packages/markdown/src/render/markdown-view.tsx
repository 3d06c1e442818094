import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { CitationProvider, type CitationView } from "../citations/citation-number.tsx";
import type { Block } from "../tree.ts";
import { CodeBlock } from "./code-block.tsx";
import { InlineView, MathView } from "./inline-view.tsx";
import { MarkdownSettingsProvider, useMarkdownSettings, type MarkdownSettings } from "./markdown-settings.ts";
import { createGrowingMarkdown } from "../parse/growing-markdown.ts";

/** The properties of a rendered text. */
interface MarkdownProps {
  readonly blocks: readonly Block[];
  readonly settings: MarkdownSettings;
  /** The citations of the text; the same object as long as they do not change. */
  readonly citations: CitationView;
}

/**
 * Renders Markdown as nodes, never as HTML. The first word of the text determines the direction of lists, quotes and
 * tables; each line has its own (style, `.markdown`). Blocks that are the same objects as before are not rendered
 * again.
 */
export function MarkdownView({ blocks, settings, citations }: MarkdownProps): JSX.Element {
  return (
    <div class="markdown" dir="auto">
      <MarkdownSettingsProvider value={settings}>
        <CitationProvider value={citations}>
          {groupsOf(blocks).map((group, index) => (
            <BlockGroup key={index} blocks={group} />
          ))}
        </CitationProvider>
      </MarkdownSettingsProvider>
    </div>
  );
}

/**
 * Blocks rendered together: few enough that the growing group is cheap, and enough that a long answer has few groups.
 */
const groupSize = 8;

function groupsOf(blocks: readonly Block[]): Block[][] {
  const count = Math.ceil(blocks.length / groupSize);
  return Array.from({ length: count }, (_, at) => blocks.slice(at * groupSize, (at + 1) * groupSize));
}

/** A group whose blocks are the same objects as before is neither compared nor, out of view, laid out again. */
function BlockGroup({ blocks }: { blocks: readonly Block[] }): JSX.Element {
  return useMemo(() => <div class="blocks">{blocks.map(blockView)}</div>, blocks);
}

const blockView = (block: Block, index: number): JSX.Element => <BlockView key={index} block={block} />;

/** A block that is the same object as before returns the same node, which Preact then skips. */
function BlockView({ block }: { block: Block }): JSX.Element {
  return useMemo(() => draw(block), [block]);
}

function draw(block: Block): JSX.Element {
  switch (block.type) {
    case "paragraph":
      return (
        <p>
          <InlineView inlines={block.children} />
        </p>
      );
    case "line":
      return (
        <span class="line">
          <InlineView inlines={block.children} />
        </span>
      );
    case "heading":
      // The frame's own heading is level 1.
      return (
        <div
          class={`heading heading-${block.level}`}
          role="heading"
          aria-level={Math.min(block.level + 1, 6)}
        >
          <InlineView inlines={block.children} />
        </div>
      );
    case "code":
      return <CodeBlock block={block} />;
    case "math":
      return <MathView math={block} />;
    case "quote":
      return <blockquote>{block.children.map(blockView)}</blockquote>;
    case "list": {
      const items = block.items.map(({ checked, children }, index) =>
        checked === undefined ? (
          <li key={index}>{children.map(blockView)}</li>
        ) : (
          <li key={index} class="task">
            <label>
              <input type="checkbox" checked={checked} disabled />
              {children.slice(0, 1).map(blockView)}
            </label>
            {children.slice(1).map(blockView)}
          </li>
        ),
      );
      return block.ordered ? <ol start={block.start}>{items}</ol> : <ul>{items}</ul>;
    }
    case "table":
      return <TableView table={block} />;
    case "note": // listed with the sources
      return <></>;
    case "rule":
      return <hr />;
  }
}

/** A table that scrolls sideways, also with the keyboard. */
function TableView({ table }: { table: Extract<Block, { type: "table" }> }): JSX.Element {
  const { words } = useMarkdownSettings();
  const side = (index: number): string | undefined =>
    table.align[index] ? `align-${table.align[index]}` : undefined;
  return (
    <div class="table" role="region" aria-label={words.table} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {table.head.map((cell, index) => (
              <th key={index} scope="col" class={side(index)} dir="auto">
                <InlineView inlines={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, rowIndex) => (
            <tr key={rowIndex}>
              {row.map((cell, index) => (
                <td key={index} class={side(index)} dir="auto">
                  <InlineView inlines={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/**
 * The blocks of a text. While it grows at its end, only its last blocks are parsed again; the others stay the same
 * objects.
 *
 * @param finished Whether the text is complete.
 */
export function useMarkdown(text: string, finished: boolean): readonly Block[] {
  const reader = useMemo(createGrowingMarkdown, []);
  return useMemo(() => reader.read(text, finished), [reader, text, finished]);
}
