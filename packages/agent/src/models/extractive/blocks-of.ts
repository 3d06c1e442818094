/** One block of Markdown with its lines; the fences of code are among them. */
export interface Block {
  readonly kind: "paragraph" | "list" | "table" | "code" | "other";
  readonly lines: readonly string[];
}

/** A line of a quotation that has nothing but its marks. */
const emptyQuote = /^[\s>]*$/;

/** The blocks of a passage, in order. Empty lines separate them, but not within code. Code that was cut off is closed. */
export function blocksOf(text: string): readonly Block[] {
  const groups: string[][] = [[]];
  let fence: string | undefined;
  for (const line of text.trim().split("\n")) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence === undefined && mark !== undefined && groups.at(-1)?.length) groups.push([]);
    if (fence === undefined && emptyQuote.test(line)) groups.push([]);
    else groups.at(-1)?.push(line);
    if (fence === undefined) fence = mark;
    else if (mark?.startsWith(fence) && line.trim() === mark) {
      fence = undefined;
      groups.push([]);
    }
  }
  if (fence !== undefined) groups.at(-1)?.push(fence);
  return joinLists(
    groups.filter((lines) => lines.length > 0).map((lines) => ({ kind: kindOf(lines), lines })),
  );
}

function kindOf([first = "", second = ""]: readonly string[]): Block["kind"] {
  if (/^ {0,3}(?:`{3}|~{3})/.test(first)) return "code";
  if (/^\s*(?:[-*+]|\d+[.)])\s/.test(first)) return "list";
  if (first.trimStart().startsWith("|") || isRule(second)) return "table";
  return /^\s*(?:[>#]| {4})/.test(first) ? "other" : "paragraph";
}

/** Blank lines between the items of a list make no other list. */
function joinLists(blocks: readonly Block[]): readonly Block[] {
  const joined: Block[] = [];
  for (const block of blocks) {
    const last = joined.at(-1);
    const continues =
      last?.kind === "list" && (block.kind === "list" || /^(?: {2,}|\t)\S/.test(block.lines[0] ?? ""));
    if (continues) joined[joined.length - 1] = { kind: "list", lines: [...last.lines, "", ...block.lines] };
    else joined.push(block);
  }
  return joined;
}

/** The line below the heads of a table. */
function isRule(line: string): boolean {
  return line.lastIndexOf("|") > 0 && /^[\s:|-]+$/.test(line);
}
