import type { Page } from "./page.ts";
import { encodeCursor } from "./cursors.ts";

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
