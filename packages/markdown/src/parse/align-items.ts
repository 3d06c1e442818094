/** An item of a list: the columns of its sign and of its content, and how far its lines are moved. */
interface OpenItem {
  readonly content: number;
  readonly moved: number;
  /** A sub-item was indented too far, so that its siblings stand where it does. */
  hasMoved: boolean;
}

const itemStart = /^([-*+]|\d{1,9}[.)])(?:([ \t]+)(?=\S)|[ \t]*$)/;
const fenceLine = /^(`{3,}(?=[^`]*$)|~{3,})/;

/**
 * The text of a list with items that are indented too far moved to where models mean them: CommonMark takes an item
 * that is four or more columns right of its parent's text for code or for a part of that text. `undefined`: none is.
 */
export function alignItems(source: string): string | undefined {
  if (!/^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:\s|$)/.test(source)) return undefined;
  const items: OpenItem[] = [];
  const written: string[] = [];
  let fence: string | undefined;
  let afterBlank = false;
  let inCode = false;
  let changed = false;
  let kind: string | undefined;
  let at = 0;
  while (at < source.length) {
    const end = source.indexOf("\n", at);
    const line = source.slice(at, end < 0 ? undefined : end);
    const text = line.trimStart();
    const column = columnsOf(line.slice(0, line.length - text.length));
    const moved = (by: number): string => (by === 0 ? line : " ".repeat(Math.max(0, column - by)) + text);
    const next = at + line.length + 1;
    if (text === "") {
      written.push(line);
      afterBlank = true;
      at = next;
      continue;
    }
    if (fence !== undefined) {
      if (text.startsWith(fence) && /^(?:`+|~+)\s*$/.test(text)) fence = undefined;
      written.push(moved(items.at(-1)?.moved ?? 0));
      at = next;
      continue;
    }
    const start = itemStart.exec(text);
    // A lazy line belongs to the text before it; after a blank line it does not.
    if (start || afterBlank) while ((items.at(-1)?.content ?? 0) > column) items.pop();
    const parent = items.at(-1);
    if (!parent && afterBlank && (!start || column > 3)) break;
    if (!parent && start && (kind ??= kindOf(start)) !== kindOf(start)) break;
    at = next;
    const beyond = column - (parent?.content ?? 0);
    inCode = beyond >= 4 && (inCode || (afterBlank && !start && parent !== undefined));
    afterBlank = false;
    const isItem = start !== null && !inCode && (parent !== undefined || column <= 3);
    if (!isItem) {
      if (!inCode) fence = fenceLine.exec(text)?.[1];
      written.push(moved(parent?.moved ?? 0));
      continue;
    }
    const isFar = parent !== undefined && (beyond >= 4 || (parent.hasMoved && beyond > 0));
    if (isFar) parent.hasMoved = changed = true;
    const by = (parent?.moved ?? 0) + (isFar ? beyond : 0);
    const [, sign = "", gap = " "] = start;
    const width = gap.length > 4 ? 1 : columnsOf(gap);
    items.push({ content: column + sign.length + width, moved: by, hasMoved: false });
    fence = fenceLine.exec(text.slice(start[0].length))?.[1];
    written.push(moved(by));
  }
  if (!changed) return undefined;
  return at > source.length ? written.join("\n") : [...written, source.slice(at)].join("\n");
}

const kindOf = ([, sign = ""]: RegExpExecArray): string => sign.slice(-1);

const columnsOf = (blank: string): number =>
  Array.from(blank).reduce((column, sign) => (sign === "\t" ? column + 4 - (column % 4) : column + 1), 0);
