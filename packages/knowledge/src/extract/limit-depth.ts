/** Elements in elements. Browsers stop at 512, and pages that people read have a tenth of that. */
const maxDepth = 150;

const voidElements = new Set(
  "area base br col embed hr img input link meta param source track wbr".split(" "),
);
/** Elements whose content is text, whatever stands in it. */
const rawElements = new Set(["script", "style", "textarea", "title", "xmp"]);
/** Elements that the next of their kind ends: of these a page may leave out every end. */
const endedByNext: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  ["p", "li", "dt dd", "td th", "tr", "option", "rt rp"].flatMap((group) => {
    const names = group.split(" ");
    return names.map((name) => [name, new Set(names)] as const);
  }),
);
const name = /[a-z][^\s/>]*/iy;

/**
 * HTML in which no element stands deeper than in 150 others: tags below that are left out, and their text stays. What
 * reads pages takes time with the square of their depth, or calls itself for each element.
 */
export function limitDepth(html: string): string {
  const open: string[] = [];
  const openOf = new Map<string, number>();
  const kept: string[] = [];
  let from = 0;
  const count = (tag: string, by: number) => openOf.set(tag, (openOf.get(tag) ?? 0) + by);
  const leaveOut = (start: number, end: number) => {
    kept.push(html.slice(from, start));
    from = end;
  };

  for (const { tag, isEnd, start, end } of tagsIn(html)) {
    if (voidElements.has(tag)) continue;
    const above = open.at(-1) ?? "";
    if (!isEnd) {
      if (endedByNext.get(tag)?.has(above)) count(open.pop() ?? "", -1);
      if (open.length >= maxDepth) leaveOut(start, end);
      open.push(tag);
      count(tag, 1);
    } else if ((openOf.get(tag) ?? 0) > 0) {
      let ended: string;
      do {
        ended = open.pop() ?? tag;
        count(ended, -1);
      } while (ended !== tag);
      if (open.length >= maxDepth) leaveOut(start, end);
    }
  }
  return from === 0 ? html : kept.join("") + html.slice(from);
}

interface Tag {
  readonly tag: string;
  readonly isEnd: boolean;
  readonly start: number;
  readonly end: number;
}

/** Every tag, in order. Each part of the text is looked at once. */
function* tagsIn(html: string): Generator<Tag> {
  const lower = html.toLowerCase();
  for (let start = html.indexOf("<"); start >= 0;) {
    let end = start + 1;
    if (html.startsWith("<!--", start)) end = behind(html, "-->", start + 4);
    else {
      const isEnd = html[start + 1] === "/";
      name.lastIndex = start + (isEnd ? 2 : 1);
      const tag = name.exec(lower)?.[0];
      if (tag !== undefined) {
        end = endOfTag(html, name.lastIndex);
        yield { tag, isEnd, start, end };
        if (!isEnd && rawElements.has(tag)) {
          const close = lower.indexOf(`</${tag}`, end);
          if (close < 0) return;
          end = close;
        }
      }
    }
    start = html.indexOf("<", end);
  }
}

/** A bracket in quotes does not end a tag. */
function endOfTag(html: string, from: number): number {
  for (let at = from; at < html.length; at++) {
    const sign = html[at];
    if (sign === ">") return at + 1;
    if (sign === '"' || sign === "'") {
      const close = html.indexOf(sign, at + 1);
      if (close < 0) return html.length;
      at = close;
    }
  }
  return html.length;
}

function behind(html: string, mark: string, from: number): number {
  const at = html.indexOf(mark, from);
  return at < 0 ? html.length : at + mark.length;
}
