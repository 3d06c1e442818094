/** Lines at the top and at the bottom of a page that may be those of all pages. */
const edgeLines = 2;
/** A sentence that a page's end divides is completed on that page, if it ends within so many characters of the next. */
const maxRest = 500;
/** Longer lines are no headers and footers. */
const maxRunningLine = 200;

/**
 * The text of each page: without the lines that stand at the edge of most pages, but on the first page that has them, and
 * with words whole that lines and pages divide. The sentence of a word that a page's end divides stays whole too.
 *
 * @param pages their lines, divided by line ends
 */
export function joinPages(pages: readonly string[]): readonly string[] {
  const lines = pages.map((page) => page.split("\n").map((line) => line.trim()));
  const texts = withoutRunningLines(lines).map(joinLines);
  for (const [at, text] of texts.entries()) {
    const next = texts.findIndex((other, index) => index > at && other !== "");
    const rest = texts[next];
    if (rest === undefined || !/\p{Ll}-$/u.test(text) || !/^\p{Ll}/u.test(rest)) continue;
    const end = rest.slice(0, maxRest).search(/[.!?…。](?=\s|$)/u);
    const moved = end < 0 ? (/^\S+/.exec(rest)?.[0] ?? "") : rest.slice(0, end + 1);
    texts[at] = text.slice(0, -1) + moved;
    texts[next] = rest.slice(moved.length).trim();
  }
  return texts;
}

/** A page's lines as running text. */
function joinLines(lines: readonly string[]): string {
  return lines
    .join("\n")
    .replace(/(\p{Ll})-\n(\p{Ll})/gu, "$1$2")
    .replace(/\s+/g, " ")
    .trim();
}

function withoutRunningLines(pages: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const filled = pages.map((lines) => lines.filter((line) => line !== ""));
  const withText = filled.filter((lines) => lines.length > 0).length;
  const places = [0, 1].flatMap((side) => Array.from({ length: edgeLines }, (_, place) => ({ side, place })));
  const running = new Map<string, number[]>();
  for (const [page, lines] of filled.entries())
    for (const { side, place } of places) {
      const line = lines.at(side === 0 ? place : -1 - place);
      // A page of one line is not all edge.
      if (line === undefined || lines.length <= place + 1) continue;
      const key = `${side} ${withoutPageNumber(line, page)}`;
      running.set(key, [...(running.get(key) ?? []), page]);
    }
  const isRunning = (key: string, page: number) => {
    const on = running.get(key) ?? [];
    return on.length >= 2 && on.length * 2 > withText && on[0] !== page;
  };
  return filled.map((lines, page) =>
    lines.filter((line, at) => {
      const key = withoutPageNumber(line, page);
      const isTop = at < edgeLines && lines.length > at + 1 && isRunning(`0 ${key}`, page);
      const fromEnd = lines.length - 1 - at;
      return !isTop && !(fromEnd < edgeLines && lines.length > fromEnd + 1 && isRunning(`1 ${key}`, page));
    }),
  );
}

const ofTotal = /\d+(?= ?(?:\/|of|von|de|di|van|z|из) ?\d+[^\p{L}\d]*$)/iu;
const atEdge = /(?<=^[^\p{L}\d]*)\d+(?=\D|$)|\d+(?=[^\p{L}\d]*$)/gu;

/** A line as on every page: a number that grows from page to page is the page's own. */
function withoutPageNumber(line: string, page: number): string {
  if (line.length > maxRunningLine) return line;
  return line.replace(ofTotal.test(line) ? ofTotal : atEdge, (number) => `#${Number(number) - page}`);
}
