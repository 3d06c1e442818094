import { sql, type SelectQueryBuilder } from "kysely";
import type { Tables } from "./schema/tables.ts";

/** A page of a list. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** Where the next page begins; `null` at the end. */
  readonly next: string | null;
}

/** Makes a page of rows that were read with one more than `limit`. */
export function pageOf<Row, Item>(
  rows: readonly Row[],
  {
    list,
    limit,
    item,
    position,
  }: {
    /** Name of the list, which distinguishes its cursors from others. */
    readonly list: string;
    readonly limit: number;
    readonly item: (row: Row) => Item;
    /** By what the next page finds its beginning. */
    readonly position: (row: Row) => readonly (string | number)[];
  },
): Page<Item> {
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return { items: shown.map(item), next: last === undefined ? null : encodeCursor(list, position(last)) };
}

/**
 * Reads a page of a list, newest first: by a time, and by id where times are the same.
 *
 * @throws InvalidCursor if `after` is not a cursor of this list
 */
export async function newestPage<
  Name extends keyof Tables,
  Time extends string,
  Row extends { readonly id: string } & Readonly<Record<Time, number>>,
  Item,
>(
  query: SelectQueryBuilder<Tables, Name, Row>,
  {
    list,
    time,
    after,
    limit,
    item,
  }: {
    /** Name of the list, which distinguishes its cursors from others. */
    readonly list: string;
    /** The column of the time. */
    readonly time: Time;
    readonly after?: string | undefined;
    readonly limit: number;
    readonly item: (row: Row) => Item;
  },
): Promise<Page<Item>> {
  let rest = query;
  if (after !== undefined) {
    const [at, id] = decodeCursor(list, after, ["number", "string"]);
    rest = query.where(sql<boolean>`(${sql.ref(time)}, ${sql.ref("id")}) < (${at}, ${id})`);
  }
  const rows = await rest
    .orderBy(sql.ref(time), "desc")
    .orderBy(sql.ref("id"), "desc")
    .limit(limit + 1)
    .execute();
  return pageOf(rows, { list, limit, item, position: (row) => [row[time], row.id] });
}

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
