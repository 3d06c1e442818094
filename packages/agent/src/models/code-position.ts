/** Longest beginning of a line that says whether it is a fence, in characters. */
const maxHead = 16;

/** Where a growing text stands, as Markdown sees it. */
export interface CodePosition {
  /** Text was added. */
  advance(text: string): void;
  /** Whether what comes next is in a code block or in code within a line. */
  isCode(): boolean;
  /** Whether the line has no text yet. */
  isAtLineStart(): boolean;
  /** Whether the line has text, and a blank after it. */
  isAfterBlank(): boolean;
  copy(): CodePosition;
}

interface Line {
  readonly head: string;
  readonly hasText: boolean;
  readonly endsBlank: boolean;
  readonly ticks: number;
}

const emptyLine: Line = { head: "", hasText: false, endsBlank: false, ticks: 0 };
const isFence = ({ head }: Line): boolean => /^\s*(?:```|~~~)/.test(head);

/** Follows a text piece by piece: code is where an answer writes about marks instead of using them. */
export function createCodePosition(isFenced = false, line: Line = emptyLine): CodePosition {
  function extend(text: string): void {
    if (text === "") return;
    line = {
      head: line.head.length < maxHead ? (line.head + text).slice(0, maxHead) : line.head,
      hasText: line.hasText || text.trim() !== "",
      endsBlank: /[ \t]$/.test(text),
      ticks: line.ticks + (text.includes("`") ? text.split("`").length - 1 : 0),
    };
  }

  return {
    advance(text) {
      const [first = "", ...others] = text.split("\n");
      extend(first);
      for (const other of others) {
        if (isFence(line)) isFenced = !isFenced;
        line = emptyLine;
        extend(other);
      }
    },
    isCode: () => isFenced || isFence(line) || line.ticks % 2 === 1,
    isAtLineStart: () => !line.hasText,
    isAfterBlank: () => line.hasText && line.endsBlank,
    copy: () => createCodePosition(isFenced, line),
  };
}
