import type { Inline } from "../tree.ts";

/**
 * Running text in which two places of citations are known as such. One that begins a line: a citation follows what it is
 * taken from, and there a number in brackets is as likely an entry of a list that the answer makes itself. And one directly
 * behind a link, which it would only repeat if both lead to the same source.
 */
export function placeCitations(inlines: readonly Inline[], isStart = true): Inline[] {
  let isFirst = isStart;
  const placed: Inline[] = [];
  for (const inline of inlines) {
    if (inline.type === "cite") {
      placed.push(isFirst ? { ...inline, leads: true } : behindLink(inline, placed));
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

/** The citation with the link before it; the space between them goes over to it. */
function behindLink(cite: Cite, before: Inline[]): Cite {
  const last = before.at(-1);
  const gap = last?.type === "text" && last.text.trim() === "" ? last.text : "";
  const link = gap ? before.at(-2) : last;
  if (link?.type !== "link") return cite;
  if (gap) before.pop();
  return { ...cite, behind: { href: link.href, gap } };
}
