/** The given position does not belong to this list. */
export class InvalidCursor extends Error {
  constructor() {
    super("This is not a position in this list.");
    this.name = "InvalidCursor";
  }
}

type Position = readonly (string | number)[];

/** A position in a list, as its readers get it. They cannot tell what is in it. */
export function encodeCursor(list: string, position: Position): string {
  return Buffer.from(JSON.stringify([list, ...position])).toString("base64url");
}

/**
 * Decodes a position in a list whose entries are identified by values of these kinds.
 *
 * @throws InvalidCursor if it is a position in another list, or none at all
 */
export function decodeCursor<const Kinds extends readonly ("string" | "number")[]>(
  list: string,
  cursor: string,
  kinds: Kinds,
): { readonly [Index in keyof Kinds]: Kinds[Index] extends "string" ? string : number } {
  const [name, ...position] = parse(cursor);
  const fits =
    name === list &&
    position.length === kinds.length &&
    position.every((value, index) => typeof value === kinds[index] && isPlain(value));
  if (!fits) throw new InvalidCursor();
  // Checked just above, value by value.
  return position as unknown as ReturnType<typeof decodeCursor<Kinds>>;
}

function parse(cursor: string): readonly unknown[] {
  try {
    const read: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString());
    return Array.isArray(read) ? read : [];
  } catch {
    return [];
  }
}

/** A database could not compare others: text with NUL, numbers beyond what it holds. */
function isPlain(value: unknown): boolean {
  return typeof value === "string"
    ? !value.includes("\0") && value.isWellFormed()
    : Number.isSafeInteger(value);
}
