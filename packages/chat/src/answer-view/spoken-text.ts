import { cleanText } from "@servicechat/contract";
import { parseUrl, withNumbers, type Block, type Inline } from "@servicechat/markdown";
import type { Conversation, ReplyEntry } from "../conversation/conversation.ts";
import { blocksOfPart, citationsOf } from "./citations.ts";

/**
 * What is read aloud of an answer, in paragraphs: without the numbers of its sources, code and formulas, and of
 * addresses only the host. Empty if nothing is left.
 */
export function spokenText(reply: ReplyEntry, conversation: Conversation): readonly string[] {
  const citations = citationsOf(reply, conversation);
  return reply.parts
    .flatMap((part) => (part.type === "text" ? withNumbers(blocksOfPart(part), citations) : []))
    .flatMap(spokenBlock)
    .map((text) =>
      cleanText(text)
        .replace(/\s+/g, " ")
        .replace(/ (?=[,.;:!?])/g, "")
        .trim(),
    )
    .filter((text) => /[\p{L}\p{N}]/u.test(text));
}

function spokenBlock(block: Block): readonly string[] {
  switch (block.type) {
    case "paragraph":
    case "line":
    case "heading":
      return [spoken(block.children)];
    case "quote":
      return block.children.flatMap(spokenBlock);
    case "list":
      return block.items.flatMap(({ children }) => children.flatMap(spokenBlock));
    case "table":
      return [block.head, ...block.rows].map((row) => row.map(spoken).join(", "));
    case "code":
    case "math":
    case "note":
    case "rule":
      return [];
  }
}

function spoken(inlines: readonly Inline[]): string {
  return inlines
    .map((inline): string => {
      if (inline.type === "break") return " ";
      if (inline.type === "math" || (inline.type === "cite" && inline.hrefs)) return "";
      const text = "children" in inline ? spoken(inline.children) : inline.text;
      return inline.type === "link" ? (parseUrl(text.trim())?.host ?? text) : text;
    })
    .join("");
}
