/** Words that send a reader elsewhere, in the languages of the chat: behind them, a name without its link is a dead end. */
const words =
  "see(?: also)?|more in|details in|siehe(?: auch)?|vgl\\.|mehr in|voir(?: aussi)?|cf\\.|véase(?: también)?|" +
  "ver(?: también| também)?|veja(?: também)?|vedi(?: anche)?|zie(?: ook)?|zobacz(?: też)?|bkz\\.|انظر|参见|请参阅|参照";
const joiner = "(?:,|,?\\s(?:and|or|und|oder|et|ou|y|o|e|en|of|i|lub|ve|veya))?\\s";

/** A link that only the document's own address completes, as it is stored. */
const link = "\\[([^[\\]]*)\\]\\((?![a-z][a-z\\d+.-]*:)([^()\\s]*)\\)";
const pointer = `(?:${words})\\s?${link}(?:${joiner}${link}){0,5}`;

const pointsOn = new RegExp(`(?:^|[^\\p{L}\\p{N}])(?:${words})\\s?$`, "iu");
const joins = new RegExp(`\\]\\([^()\\s]*\\)${joiner}$`, "iu");
const links = new RegExp(link, "giu");
const aside = new RegExp(`\\s?\\(${pointer}\\)`, "giu");
const sentence = new RegExp(`(?:^|(?<=[.!?]\\s))${pointer}\\.(?:\\s|$)`, "gimu");

/** Code, in which the syntax of a link has no meaning. */
const code = /((?:^|\n) *(?:```|~~~)[^]*?(?:\n *(?:```|~~~)|$)|`[^`]*`)/;

/** How much of a text before a link decides, in characters. */
const maxBefore = 300;

/** Whether a text ends by pointing its reader to the link that follows. */
export function pointsToNext(text: string): boolean {
  const before = text.slice(-maxBefore);
  return pointsOn.test(before) || joins.test(before);
}

/** A relative link as it is stored; its text where it could not be read again. */
export function storedLink(text: string, href: string): string {
  const name = text.replace(/\s+/g, " ");
  if (name === "" || href === "" || /[[\]\\`]/.test(name)) return text;
  return `[${name}](${href.replace(/[()\s]/g, escaped)})`;
}

/**
 * Completes the stored links of a text with the public address of its document. Without one, a link is its text, and a
 * sentence that only points to it is left out.
 *
 * @example
 * completeLinks("It is free. See [delivery](delivery.md).", "https://acme.example/help/returns.md");
 * // "It is free. See [delivery](https://acme.example/help/delivery.md)."
 * completeLinks("It is free. See [delivery](delivery.md).", null); // "It is free."
 */
export function completeLinks(text: string, url: string | null): string {
  if (!text.includes("](")) return text;
  return text
    .split(code)
    .map((part, at) => (at % 2 === 1 ? part : complete(part, url)))
    .join("")
    .trim();
}

/** A text with the names of its stored links alone: their addresses are not about anything. */
export function withoutLinks(text: string): string {
  return text.replace(links, "$1");
}

function complete(text: string, url: string | null): string {
  const known = text.replace(links, (whole, name: string, href: string) => {
    const address = url === null ? null : URL.parse(href, url);
    const isWeb = address?.protocol === "http:" || address?.protocol === "https:";
    return isWeb ? `[${name}](${address.href.replace(/[()]/g, escaped)})` : whole;
  });
  return withoutLinks(known.replace(aside, "").replace(sentence, ""));
}

/** Brackets and spaces would end an address. */
function escaped(character: string): string {
  return `%${character.charCodeAt(0).toString(16).padStart(2, "0")}`;
}
