/** Lists and quotations in one another, as one line begins them. */
const maxMarks = 20;
/** Columns by which a line stands to the right: lists in lists. */
const maxIndent = 200;

const mark = />|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t])/y;

/**
 * Markdown in which no list or quotation stands in more than some twenty others: marks beyond that are left out, and their
 * text stays. What reads Markdown reads a list or quotation again for each that it stands in.
 */
export function limitNesting(markdown: string): string {
  return markdown.split("\n").map(limitLine).join("\n");
}

function limitLine(line: string): string {
  let at = 0;
  let marks = 0;
  let end = 0;
  const skipBlanks = () => {
    while (line[at] === " " || line[at] === "\t") at++;
  };
  for (skipBlanks(); ; skipBlanks()) {
    mark.lastIndex = at;
    if (!mark.test(line)) break;
    at = mark.lastIndex;
    if (++marks <= maxMarks) end = at;
  }
  const start = marks > maxMarks ? `${line.slice(0, end)} ${line.slice(at)}` : line;
  return start.replace(/^[ \t]+/, (blanks) =>
    blanks.length > maxIndent ? blanks.slice(0, maxIndent) : blanks,
  );
}
