const start = /^(?:(?:https?|ftp):\/\/|www\.)(?=[\p{L}\p{N}])/iu;

/** Blanks, and signs that no address contains. */
const end = /^[\s<>"`|\p{Cc}\p{Z}]/u;
/** Typographic and full-width signs, and invisible ones; within a word the joiners of some scripts belong to it. */
const foreignEnd = /^(?![\u200C\u200D])[^\p{ASCII}\p{L}\p{M}\p{N}]/u;
/** A dot within a name, as Catalan, Chinese and Japanese have it. */
const innerDot = /^[·・‧][\p{L}\p{N}]/u;
/** The next address of a list without blanks. */
const nextAddress = /^[,;](?:https?:\/\/|www\.)/i;
/** A name or port that ends where another script begins: no top-level domain mixes them. */
const mixedHost = /^([^/?#]*(?:\.[a-z]{2,}|\/\/localhost|:\d+))(?!\p{Script=Latin})\p{L}/iu;

const closers: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" };

/**
 * The address that a text begins with, written without markup: it ends where a person would end it. Letters of any
 * script belong to it; a closing bracket does if the address has opened it.
 */
export function readBareAddress(text: string): string | undefined {
  const begun = start.exec(text)?.[0];
  if (begun === undefined) return undefined;
  const reach = text.slice(0, reachOf(text));
  const scheme = /^[a-z]+:\/\//i.exec(reach)?.[0] ?? "";
  const host = mixedHost.exec(reach.slice(scheme.length))?.[1];
  const whole = host === undefined ? reach : scheme + host;
  const address = whole.replace(/(?:&[a-z\d]+;|[?!.,:;*_'~&])+$/i, "");
  return address.length > begun.length ? address : undefined;
}

/** How far an address could reach: to the first sign that ends it, or to a bracket that it opens and never closes. */
function reachOf(text: string): number {
  const near = text.slice(0, longest);
  const opened: { sign: string; at: number }[] = [];
  let reach = near.length;
  for (const { 0: sign, index: at } of near.matchAll(/[^\w./%?=&#+~:@!$'*-]/gu)) {
    const rest = near.slice(at, at + 9);
    const isEnd = end.test(sign) || nextAddress.test(rest) || (foreignEnd.test(sign) && !innerDot.test(rest));
    const isUnopened = sign in closers && opened.pop()?.sign !== closers[sign];
    if (isEnd || isUnopened || opened.length > deepest) {
      reach = at;
      break;
    }
    if ("([{".includes(sign)) opened.push({ sign, at });
  }
  return Math.min(reach, opened[0]?.at ?? reach);
}

/** No browser opens a longer address, and no person reads one with more brackets. */
const longest = 8000;
const deepest = 16;
