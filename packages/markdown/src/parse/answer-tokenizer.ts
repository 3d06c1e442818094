import { Tokenizer, type Tokens } from "marked";
import { readBareAddress } from "./bare-address.ts";
import { readEmphasis, type EmphasisPair } from "./emphasis.ts";
import { alignItems } from "./align-items.ts";
import { readNestedFence } from "./nested-fence.ts";

/** The lexer's rules, where answers need others: those of many scripts, and those by which models write. */
export class AnswerTokenizer extends Tokenizer {
  /** Whether more of the text is to come. */
  readonly #isGrowing: boolean;
  readonly #pairs = new Map<string, ReadonlyMap<number, EmphasisPair>>();

  constructor(isGrowing: boolean) {
    super();
    this.#isGrowing = isGrowing;
  }

  /**
   * HTML is text here, so an `<a>` opens no link: the lexer would otherwise link no address after it, not even in later
   * paragraphs, until an `</a>` comes.
   */
  override tag(source: string): Tokens.Tag | undefined {
    const before = { ...this.lexer.state };
    const token = super.tag(source);
    this.lexer.state = before;
    return token;
  }

  override emStrong(source: string, masked: string): Tokens.Em | Tokens.Strong | undefined {
    const pair = /^[*_]/.test(source) ? this.#pairAt(source, masked) : undefined;
    return pair && { type: pair.width === 2 ? "strong" : "em", ...pair };
  }

  override del(source: string, masked: string): Tokens.Del | undefined {
    const pair = source.startsWith("~") ? this.#pairAt(source, masked) : undefined;
    return pair && { type: "del", ...pair };
  }

  #pairAt(source: string, masked: string) {
    let pairs = this.#pairs.get(masked);
    if (!pairs) {
      pairs = readEmphasis(masked).pairs;
      this.#pairs.set(masked, pairs);
    }
    const at = masked.length - source.length;
    const pair = pairs.get(at);
    if (!pair) return undefined;
    const raw = source.slice(0, pair.end - at);
    const text = raw.slice(pair.width, -pair.width);
    return { width: pair.width, raw, text, tokens: this.lexer.inlineTokens(text) };
  }

  override url(source: string): Tokens.Link | undefined {
    const address = readBareAddress(source);
    if (address === undefined) {
      const token = super.url(source);
      // An address of mail that stops within a word is only half of one.
      const isMail = token?.href.startsWith("mailto:") === true;
      return isMail && !/^(?:\p{Script=Latin}|\p{M})/u.test(source.slice(token.raw.length))
        ? token
        : undefined;
    }
    const href = /^www\./i.test(address) ? `http://${address}` : address;
    const text: Tokens.Text = { type: "text", raw: address, text: address, escaped: false };
    return { type: "link", autolink: true, raw: address, text: address, href, tokens: [text] };
  }

  override fences(source: string): Tokens.Code | undefined {
    const token = super.fences(source);
    return token && (readNestedFence(source, token, this.#isGrowing) ?? token);
  }

  override list(source: string): Tokens.List | undefined {
    const aligned = alignItems(source);
    const token = super.list(aligned ?? source);
    if (!token || aligned === undefined) return token;
    const lines = token.raw.split("\n").length;
    return { ...token, raw: source.split("\n").slice(0, lines).join("\n").trimEnd() };
  }
}
