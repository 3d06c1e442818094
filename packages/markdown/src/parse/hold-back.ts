import type { Lexer, MarkedToken, Token, Tokens } from "marked";
import { readEmphasis } from "./emphasis.ts";
import { mayBecomeFormula, type MathToken } from "./math-rules.ts";
import type { NoteToken } from "./lexer-extensions.ts";

type KnownToken = MarkedToken | MathToken | NoteToken;

/**
 * Leaves out what later text can still change at the end of a growing text: marks that are not closed, links that are
 * not complete, addresses that may continue, and the items, rows and blocks that contain nothing else. Readers never
 * see, click or hear anything that the finished text does not have.
 */
export function holdBack(tokens: Token[], lexer: Lexer, text: string): void {
  const endsLine = text.endsWith("\n");
  const endsBlock = /\n[ \t>]*\n[ \t]*$/.test(text);
  trimLast(tokens);

  function trimLast(list: Token[]): void {
    const index = list.findLastIndex(isDrawn);
    const token = list[index];
    if (token && !isLeft(token as KnownToken)) list.splice(index, 1);
  }

  /** Trims a token, and says whether anything of it is left. */
  function isLeft(token: KnownToken): boolean {
    // oxlint-disable-next-line switch-exhaustiveness-check -- what later text cannot change is left
    switch (token.type) {
      case "paragraph":
      case "text":
        return endsBlock || trimInlines(token);
      case "heading":
        return endsLine || trimInlines(token);
      case "note":
        if (!endsBlock)
          Object.assign(token, { text: settledInlines(token.text, lexer.inlineTokens(token.text)) });
        return true;
      case "blockquote":
        trimLast(token.tokens);
        return token.tokens.some(isDrawn);
      case "list": {
        const item = token.items.at(-1);
        if (item) trimLast(item.tokens);
        if (!item?.tokens.some(isDrawn)) token.items.pop();
        return token.items.length > 0;
      }
      case "table": {
        const cell = token.rows.at(-1)?.findLast((each) => each.text !== "");
        if (cell && !endsLine) trimInlines(cell);
        if (token.rows.at(-1)?.every((each) => each.text === "")) token.rows.pop();
        return true;
      }
      default:
        return true;
    }
  }

  function trimInlines(holder: Tokens.Paragraph | Tokens.Text | Tokens.Heading | Tokens.TableCell): boolean {
    const box = holder.tokens?.[0]?.type === "checkbox" ? holder.tokens.slice(0, 1) : [];
    const written = holder.tokens?.slice(box.length) ?? [];
    const whole = written.map(({ raw }) => raw).join("");
    const settled = settledInlines(whole, written);
    if (settled !== whole) {
      holder.text = settled;
      holder.tokens = [...box, ...lexer.inlineTokens(settled)];
    }
    return settled.trim() !== "";
  }
}

const isDrawn = ({ type }: Token): boolean => type !== "space" && type !== "def" && type !== "checkbox";

/** How far back an opening bracket is taken for one of a link. */
const longestLink = 2000;

/** The part of running text that later text cannot change. */
function settledInlines(text: string, tokens: readonly Token[]): string {
  const masked = tokens.map(maskOf).join("");
  const opened = [
    lastToken(text, tokens),
    trailingSigns(masked),
    ...beginnings.map((each) => lastBeginning(masked, each)),
    masked.search(
      /(?<![A-Za-z\d])(?:h(?:t(?:t(?:ps?(?::\/{0,2})?)?)?)?|f(?:t(?:p(?::\/{0,2})?)?)?|w{1,3}\.?)$/i,
    ),
    masked.indexOf("`"),
    readEmphasis(withoutSigns(masked)).firstOpen ?? -1,
    openBracket(text, masked),
    openFormula(text, masked, tokens),
  ].filter((at) => at >= 0);
  return opened.length === 0 ? text : text.slice(0, Math.min(...opened)).trimEnd();
}

/** What marks are made of: those at the end may be one together with what follows. */
const markSigns = "*_~`\\!$";

/** Where the marks begin that a text ends with. */
function trailingSigns(masked: string, signs = markSigns): number {
  const end = masked.length - (masked.endsWith("\n") ? 1 : 0);
  let at = end;
  while (at > 0 && signs.includes(masked.charAt(at - 1))) at--;
  return at < end ? at : -1;
}

function withoutSigns(masked: string): string {
  const at = trailingSigns(masked, "*_~");
  return at < 0 ? masked : masked.slice(0, at);
}

/** The beginning of an entity, a tag, the host of a mail address or a citation: its first sign, and all of it. */
interface Beginning {
  readonly first: string;
  readonly whole: RegExp;
}

const beginnings: readonly Beginning[] = [
  { first: "&", whole: /^&[#\w]*$/ },
  { first: "<", whole: /^<[^\s<>]*$/ },
  { first: "@", whole: /^@[\w.-]*$/ },
  { first: "【", whole: /^【(?:\d{1,3}(?:†[^】\n]{0,80})?)?$/ },
];

/** Where the last one begins, if nothing behind it says what it is. */
function lastBeginning(masked: string, { first, whole }: Beginning): number {
  const at = masked.lastIndexOf(first);
  return at >= 0 && whole.test(masked.slice(at)) ? at : -1;
}

/** The raw text of a token, without what could be taken for signs of others. */
function maskOf(token: Token): string {
  const { type, raw } = token;
  if (type === "text") return raw;
  if ((type === "strong" || type === "em" || type === "del") && token.tokens) {
    const width = type === "em" ? 1 : 2;
    return raw.slice(0, width) + token.tokens.map(maskOf).join("") + raw.slice(-width);
  }
  return raw.length < 3 ? "+".repeat(raw.length) : `(${"a".repeat(raw.length - 2)})`;
}

/** Signs that are not part of an address at its end, and are part of it if more follows. */
const behindAddress = /^[!-/:-@[-`{-~]+$/;

/** Where the last token begins, if the next character can change what it is; a link in brackets has its end. */
function lastToken(text: string, tokens: readonly Token[]): number {
  const at = tokens.findLastIndex(({ type, raw }) => type !== "text" || !behindAddress.test(raw));
  const token = tokens[at];
  const isLast = at === tokens.length - 1;
  if (!token || (!isLast && token.type !== "link")) return -1;
  if (token.type === "text" || token.type === "escape" || token.type === "html") return -1;
  const behind = tokens.slice(at + 1).reduce((length, { raw }) => length + raw.length, 0);
  const start = text.length - behind - token.raw.length;
  if (token.type !== "link" && token.type !== "image") return token.type === "br" ? -1 : start;
  if (/^!?[[<].*[)>]$/s.test(token.raw)) return -1;
  const isMail = (token as Tokens.Link).href.startsWith("mailto:");
  return start + (isMail ? token.raw.indexOf("@") : 0);
}

/** Where the first bracket is that may still begin a link or a citation. */
function openBracket(text: string, masked: string): number {
  const from = Math.max(0, text.length - longestLink);
  const openers: number[] = [];
  let first = Infinity;
  for (const { 0: sign, index } of masked.slice(from).matchAll(/!?\[|\]/g)) {
    if (sign !== "]") {
      openers.push(from + index);
      continue;
    }
    const opener = openers.pop();
    const after = text.slice(from + index + 1);
    if (opener !== undefined && mayBecomeLink(after)) first = Math.min(first, opener);
  }
  first = Math.min(first, openers[0] ?? Infinity);
  return Number.isFinite(first) ? first : -1;
}

/** Whether a link may still come of what follows a closing bracket: its address and title, or its name, are not complete. */
function mayBecomeLink(after: string): boolean {
  if (after === "" || /^\[[^\]]*$/.test(after)) return true;
  if (!after.startsWith("(")) return false;
  const [, title = ""] = after.slice(1).trimStart().split(/\s+/, 2);
  return title === "" || /^["'(]/.test(title);
}

/** Where the first delimiter is that may still begin a formula. */
function openFormula(text: string, masked: string, tokens: readonly Token[]): number {
  let at = 0;
  for (const { type, raw } of tokens) {
    if (type === "escape" && /^\\[([]$/.test(raw) && mayBecomeFormula(text.slice(at))) return at;
    const dollars =
      type === "text" ? masked.slice(at, at + raw.length).matchAll(/(?<!\$)\${1,2}(?!\$)/g) : [];
    for (const { 0: sign, index } of dollars) {
      const isOpening = sign === "$$" || !/[\w\\]/.test(masked.charAt(at + index - 1));
      if (isOpening && mayBecomeFormula(text.slice(at + index))) return at + index;
    }
    at += raw.length;
  }
  return -1;
}
