import { parse } from "sugar-high/core";
import { languages } from "sugar-high/lang";

/** A piece of code of one kind, such as `keyword`; without a kind if it is not coloured. */
export interface Piece {
  readonly kind: string;
  readonly text: string;
}

/** Longer code is not worth the time that highlighting takes. */
const maxLength = 20_000;

const byName = new Map(
  languages.flatMap((language) =>
    [language.id, language.extension, ...language.aliases].map((name) => [name, language] as const),
  ),
);

/** The most that is highlighted at once, in UTF-16 units: on hostile code the time grows with its square. */
const maxPart = 2000;

/** How many positions to split at are tried for one part: each costs as much as highlighting it. */
const maxTries = 4;

type Language = (typeof languages)[number];
type Config = Parameters<typeof parse>[1];

/**
 * Splits code into parts that can be highlighted separately. A part ends at the end of a line and where nothing is
 * open, such as a comment, a string or an element, so that the next one starts in the initial state. `undefined` if a
 * part has no such place.
 */
function partsOf(code: string, config: Config): readonly string[] | undefined {
  const parts: string[] = [];
  let rest = code;
  while (rest.length > maxPart) {
    const near = rest.slice(0, maxPart);
    const cut = cutsIn(near).find((end) => isClosed(near.slice(0, end), config));
    if (!cut) return undefined;
    parts.push(rest.slice(0, cut));
    rest = rest.slice(cut);
  }
  return [...parts, rest];
}

/**
 * Where it may be split, the most likely places first: before the last lines that are not indented, then before any.
 */
function cutsIn(near: string): readonly number[] {
  const before = (line: RegExp) =>
    [...near.matchAll(line)]
      .map(({ index }) => index + 1)
      .slice(-maxTries / 2)
      .toReversed();
  return [...before(/\n(?=[^\s)}\]])/g), ...before(/\n/g)];
}

/** A line in the initial state, and one that closes whatever may be open, within a template or an element. */
const probes = ["x: y;", `${"}".repeat(8)}x`];

const isClosed = (part: string, config: Config): boolean =>
  probes.every((probe) => kindsOf(part + probe, config).endsWith(kindsOf(probe, config)));

const kindsOf = (code: string, config: Config): string =>
  parse(code, config)
    .lines.at(-1)
    ?.tokens.map(({ type }) => type)
    .join() ?? "";

/**
 * Splits code into coloured pieces; joined, they are the code. `undefined` for an unknown language, and for long code
 * that cannot be highlighted correctly: it stays plain.
 */
export function highlight(code: string, name: string): readonly Piece[] | undefined {
  const language = byName.get(name.toLowerCase());
  if (!language || language.id === "plaintext" || code.length > maxLength) return undefined;
  const pieces: Piece[] = [];
  for (const part of partsOf(code, language.config) ?? []) colour(part, language, pieces);
  return pieces.map(({ text }) => text).join("") === code ? pieces : undefined;
}

/** Kinds without a colour (style/highlight.css). */
const plain = /^(?:identifier|sign|space)$/;

/** Languages in which a capitalised word has no special meaning. Numbers have the same kind, and keep their colour. */
const classless = /^(?:yaml|toml|sql|shell|powershell|dockerfile|hcl|css|html|markdown|diff)$/;

function colour(code: string, { id, config }: Language, pieces: Piece[]): void {
  const isPlain = (type: string, value: string): boolean =>
    plain.test(type) || (type === "class" && classless.test(id) && !/^\W*\d/.test(value));
  for (const [at, { tokens }] of parse(code, config).lines.entries()) {
    if (at > 0) add(pieces, { kind: "", text: "\n" });
    for (const { type, value } of tokens)
      if (type !== "break") add(pieces, { kind: isPlain(type, value) ? "" : type, text: value });
  }
}

/** Joins characters outside the basic plane that were split: both halves are of one kind. */
function add(pieces: Piece[], next: Piece): void {
  const last = pieces.at(-1);
  if (last?.kind === next.kind) pieces[pieces.length - 1] = { ...last, text: last.text + next.text };
  else pieces.push(next);
}
