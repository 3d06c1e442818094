import { citationPattern, labelsIn } from "@servicechat/contract";
import type { Inline } from "../tree.ts";

/** Text with its citations set apart. Whether there are such sources is seen where they are drawn. */
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
