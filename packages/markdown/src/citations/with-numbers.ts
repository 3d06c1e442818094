import type { Citations } from "./number-citations.ts";
import type { Block, Inline } from "../tree.ts";

/** Blocks with citations written as they are drawn: with the numbers of their answer. Footnotes are left out. */
export function withNumbers(blocks: readonly Block[], citations: Citations): readonly Block[] {
  return blocks.flatMap((block): readonly Block[] => {
    switch (block.type) {
      case "paragraph":
      case "line":
      case "heading":
        return [{ ...block, children: inLine(block.children, citations) }];
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
        const cell = (inlines: readonly Inline[]): readonly Inline[] => inLine(inlines, citations);
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

function inLine(inlines: readonly Inline[], citations: Citations): readonly Inline[] {
  return inlines.flatMap((inline): readonly Inline[] => {
    const numbered = inline.type === "cite" || inline.type === "link" ? citations.of(inline) : undefined;
    if (numbered && numbered.length === 0) return [];
    const gap = inline.type === "cite" && inline.precedingLink?.gap;
    const before: readonly Inline[] = gap ? [{ type: "text", text: gap }] : [];
    if (!numbered)
      return [
        ...before,
        inline.type !== "cite" && "children" in inline
          ? { ...inline, children: inLine(inline.children, citations) }
          : inline,
      ];
    const labels = numbered.map(({ number }) => number);
    return [...before, { type: "cite", labels, text: labels.map((label) => `[${label}]`).join("") }];
  });
}
