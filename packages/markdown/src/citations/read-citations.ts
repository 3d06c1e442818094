import { citationPattern, labelsIn } from "@servicechat/contract";
import type { Inline } from "../tree.ts";

/** Splits text at its citations. Whether the sources exist is checked when they are drawn. */
export function readCitations(text: string): readonly Inline[] {
  if (!text.includes("[") && !text.includes("【")) return [{ type: "text", text }];
  const inlines: Inline[] = [];
  let end = 0;
  for (const { 0: written, index } of text.matchAll(citationPattern)) {
    if (index > end) inlines.push({ type: "text", text: text.slice(end, index) });
    inlines.push({ type: "cite", labels: labelsIn(written), text: written });
    end = index + written.length;
  }
  if (end < text.length) inlines.push({ type: "text", text: text.slice(end) });
  return inlines;
}

/**
 * Marks citations in running text whose position matters. One at the start of a line is ambiguous: citations follow the
 * text they belong to, and there a number in brackets may be an entry of a list in the answer. One directly after a link
 * would only repeat it if both lead to the same source.
 */
export function placeCitations(inlines: readonly Inline[], isStart = true): Inline[] {
  let isFirst = isStart;
  const placed: Inline[] = [];
  for (const inline of inlines) {
    if (inline.type === "cite") {
      placed.push(isFirst ? { ...inline, startsLine: true } : withPrecedingLink(inline, placed));
    } else if (inline.type === "text") {
      const words = inline.text.trimEnd();
      isFirst = inline.text.includes("\n", words.length) || (isFirst && words === "");
      placed.push(inline);
    } else {
      const wasFirst = isFirst;
      isFirst = inline.type === "break";
      placed.push(
        "children" in inline ? { ...inline, children: placeCitations(inline.children, wasFirst) } : inline,
      );
    }
  }
  return placed;
}

type Cite = Extract<Inline, { readonly type: "cite" }>;

/** The citation with the link before it, and the space between them. */
function withPrecedingLink(cite: Cite, before: Inline[]): Cite {
  const last = before.at(-1);
  const gap = last?.type === "text" && last.text.trim() === "" ? last.text : "";
  const link = gap ? before.at(-2) : last;
  if (link?.type !== "link") return cite;
  if (gap) before.pop();
  return { ...cite, precedingLink: { href: link.href, gap } };
}
