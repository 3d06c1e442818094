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

/** Cuts code into pieces to colour; put together they are the code. `undefined` for a language that is not known. */
export function highlight(code: string, name: string): readonly Piece[] | undefined {
  const language = byName.get(name.toLowerCase());
  if (!language || language.id === "plaintext" || code.length > longest) return undefined;
  const pieces: Piece[] = [];
  for (const [at, { tokens }] of parse(code, language.config).lines.entries()) {
    if (at > 0) add(pieces, { kind: "break", text: "\n" });
    for (const { type, value } of tokens) if (type !== "break") add(pieces, { kind: type, text: value });
  }
  return pieces.map(({ text }) => text).join("") === code ? pieces : undefined;
}

/** What was cut inside a character outside the basic plane is whole again: both halves are of one kind. */
function add(pieces: Piece[], next: Piece): void {
  const last = pieces.at(-1);
  if (last?.kind === next.kind) pieces[pieces.length - 1] = { ...last, text: last.text + next.text };
  else pieces.push(next);
}
