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
