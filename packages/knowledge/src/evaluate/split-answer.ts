/** An answer taken apart: what it says, and the list of links to look at that may follow. */
export interface SplitAnswer {
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
