import { parse } from "sugar-high/core";
import { languages } from "sugar-high/lang";

/** A piece of code of one kind, such as `keyword`. */
export interface Piece {
  readonly kind: string;
  readonly text: string;
}

/** Longer code is not worth the time that colouring it takes. */
const longest = 20_000;

const byName = new Map(
  languages.flatMap((language) =>
    [language.id, language.extension, ...language.aliases].map((name) => [name, language] as const),
  ),
);

/** The most that is coloured at once, in UTF-16 units: on hostile code the time grows with the square of it. */
const longestPart = 2000;

/** Code in parts to be coloured one by one, cut at empty lines where there are some, else between lines. */
export function partsOf(code: string): readonly string[] {
  const parts: string[] = [];
  let rest = code;
  while (rest.length > longestPart) {
    const near = rest.slice(0, longestPart);
    const cut = [near.lastIndexOf("\n\n") + 1, near.lastIndexOf("\n") + 1, rest.indexOf("\n") + 1].find(
      Boolean,
    );
    parts.push(rest.slice(0, cut ?? rest.length));
    rest = rest.slice(cut ?? rest.length);
  }
  return [...parts, rest];
}

/** Cuts code into pieces to colour; put together they are the code. `undefined` for a language that is not known. */
export function highlight(code: string, name: string): readonly Piece[] | undefined {
  const language = byName.get(name.toLowerCase());
  if (!language || language.id === "plaintext" || code.length > longest) return undefined;
  const pieces: Piece[] = [];
  for (const part of partsOf(code)) {
    // A line longer than that stays plain.
    if (part.length > longestPart) add(pieces, { kind: "plain", text: part });
    else colour(part, language.config, pieces);
  }
  return pieces.map(({ text }) => text).join("") === code ? pieces : undefined;
}

function colour(code: string, config: Parameters<typeof parse>[1], pieces: Piece[]): void {
  for (const [at, { tokens }] of parse(code, config).lines.entries()) {
    if (at > 0) add(pieces, { kind: "break", text: "\n" });
    for (const { type, value } of tokens) if (type !== "break") add(pieces, { kind: type, text: value });
  }
}

/** What was cut inside a character outside the basic plane is whole again: both halves are of one kind. */
function add(pieces: Piece[], next: Piece): void {
  const last = pieces.at(-1);
  if (last?.kind === next.kind) pieces[pieces.length - 1] = { ...last, text: last.text + next.text };
  else pieces.push(next);
}
