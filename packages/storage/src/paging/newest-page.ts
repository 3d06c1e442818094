import { sql, type SelectQueryBuilder } from "kysely";
import type { Page } from "./page.ts";
import { decodeCursor } from "./cursors.ts";
import type { Tables } from "../schema/tables.ts";
import { pageOf } from "./page-of.ts";

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
