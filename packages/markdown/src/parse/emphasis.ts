/** A pair of delimiters: where its opening sign ends up, how many signs it has on each side, and its end. */
export interface EmphasisPair {
  readonly width: 1 | 2;
  readonly end: number;
}

/** What the delimiters of a text mean. */
interface Emphasis {
  /** The pairs by where they begin. */
  readonly pairs: ReadonlyMap<number, EmphasisPair>;
  /** Where the first delimiter is that later text could still close. */
  readonly firstOpen: number | undefined;
}

/** A run of the same sign. Its signs are used up from the inside: as an opener from its end, as a closer from its start. */
interface Run {
  readonly sign: string;
  readonly length: number;
  readonly opens: boolean;
  readonly closes: boolean;
  at: number;
  left: number;
}

/**
 * CommonMark's rules for emphasis, with the CJK-friendly amendments (https://github.com/tats-u/markdown-cjk-friendly):
 * beside a full-width sign or a Chinese, Japanese or Korean letter, punctuation does not keep a run from opening or
 * closing. Here that holds for all punctuation but ASCII's: German and French text needs it too, as in `**„so“**er`.
 * Symbols, such as £, are as in CommonMark. Only two tildes strike out (GitHub's Markdown takes one as well).
 *
 * @param masked The text, in which anything that has no delimiters is replaced by other characters.
 */
export function readEmphasis(masked: string): Emphasis {
  const pairs = new Map<number, EmphasisPair>();
  const openers: Run[] = [];
  /** Before which position no opener matches, for each kind of closer: it keeps the cost proportional to the length. */
  const bottoms = new Map<string, number>();
  for (const run of runsIn(masked)) {
    if (run.closes) close(run);
    if (run.opens && run.left > 0) openers.push(run);
  }
  return { pairs, firstOpen: openers[0]?.at };

  function close(closer: Run): void {
    const kind = `${closer.sign}${closer.opens}${closer.length % 3}`;
    while (closer.left > 0) {
      const index = openers.findLastIndex(
        (opener) => opener.at < (bottoms.get(kind) ?? 0) || matches(opener, closer),
      );
      const opener = openers[index];
      if (!opener || !matches(opener, closer)) {
        bottoms.set(kind, closer.at);
        return;
      }
      openers.length = index + 1;
      const width = opener.left > 1 && closer.left > 1 ? 2 : 1;
      opener.left -= width;
      closer.left -= width;
      closer.at += width;
      pairs.set(opener.at + opener.left, { width, end: closer.at });
      if (opener.left === 0) openers.pop();
    }
  }
}

function matches(opener: Run, closer: Run): boolean {
  if (opener.sign !== closer.sign) return false;
  // CommonMark's "multiple of 3" rule.
  return (
    !((opener.closes || closer.opens) && (opener.length + closer.length) % 3 === 0) ||
    (opener.length % 3 === 0 && closer.length % 3 === 0)
  );
}

function* runsIn(masked: string): Generator<Run> {
  for (const { 0: signs, index: at } of masked.matchAll(/\*+|_+|(?<!~)~~(?!~)/g)) {
    const [sign = ""] = signs;
    const before = /(?:[^][\uFE00-\uFE0E]|[^])$/u.exec(masked.slice(Math.max(0, at - 4), at))?.[0] ?? " ";
    const after = String.fromCodePoint(masked.codePointAt(at + signs.length) ?? 32);
    const opening = !/\s/.test(after) && (!isStrict(after) || /\s/.test(before) || isPunctuation(before));
    const closing = !/\s/.test(before) && (!isStrict(before) || /\s/.test(after) || isPunctuation(after));
    const opens = opening || (isStrict(after) && !/\s/.test(after) && isWide(before));
    const closes = closing || (isStrict(before) && !/\s/.test(before) && isWide(after));
    const isInWord = sign === "_";
    yield {
      sign,
      at,
      length: signs.length,
      left: signs.length,
      opens: opens && (!isInWord || !closes || isPunctuation(before)),
      closes: closes && (!isInWord || !opens || isPunctuation(after)),
    };
  }
}

const isPunctuation = (character: string): boolean => /^[\p{P}\p{S}]/u.test(character);

/** Punctuation that a run must be outside of, as CommonMark has it. */
const isStrict = (character: string): boolean =>
  isPunctuation(character) && !isWide(character) && /^(?:\p{S}|[!-~])/u.test(character);

/** Chinese, Japanese and Korean characters, their punctuation, and selectors of their variants. */
const wide = new RegExp(
  String.raw`^[\u1100-\u11FF\u20A9\u2329\u232A\u2630-\u2637\u268A-\u268F\u2E80-\u303E\u3041-\u3247\u3250-\uA4C6` +
    String.raw`\uA960-\uA97C\uAC00-\uD7FB\uF900-\uFAFF\uFE10-\uFE19\uFE30-\uFE6B\uFF01-\uFFEE\u{16FE0}-\u{18DF2}` +
    String.raw`\u{1AFF0}-\u{1B2FB}\u{1D300}-\u{1D376}\u{1F200}\u{1F202}\u{1F210}-\u{1F219}\u{1F21B}-\u{1F22E}` +
    String.raw`\u{1F230}\u{1F231}\u{1F237}\u{1F23B}\u{1F240}-\u{1F265}\u{20000}-\u{3FFFD}\u{E0100}-\u{E01EF}]`,
  "u",
);

const isWide = (character: string): boolean => wide.test(character);
